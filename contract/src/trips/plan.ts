import { z } from 'zod'
import { endpoint, readValue } from '../core/endpoint.ts'
import { tripDay } from '../core/fieldRules.ts'
import { tripNamesQuery } from '../core/tripName.ts'
import {
  blankAsAbsent,
  bodyId,
  booleanWithDefault,
  clearable,
  crossFieldRule,
  hour,
  named,
  version,
} from '../core/values.ts'
import { rutaId, rutasToChange } from './manyRutas.ts'
import { avisoDeCopia } from './repetir.ts'
import { avisoDeViaje } from './revision.ts'

/** null and "" are as absent; only for ayudante_id they mean none. */
const cambiosDePlan = named('CambiosDePlan', {
  fecha: blankAsAbsent(tripDay().optional()),
  hora: blankAsAbsent(hour().optional()),
  camion_id: blankAsAbsent(bodyId().optional()),
  chofer_id: blankAsAbsent(bodyId().optional()),
  ayudante_id: clearable(bodyId()),
}).refine((cambios) => Object.values(cambios).some((value) => value !== undefined), {
  error: 'Elige qué cambiar.',
})
export type CambiosDePlan = z.output<typeof cambiosDePlan>

const optionalCambios = () => blankAsAbsent(cambiosDePlan.optional())

/** `cambios` replaces the common ones as a whole. */
const rutaDePlan = named('RutaDePlan', { id: rutaId(), version: version(), cambios: optionalCambios() })

const hasCambios = crossFieldRule(
  'rutas',
  'Elige qué cambiar de cada ruta.',
  ({ rutas, cambios }) =>
    cambios !== undefined ||
    !Array.isArray(rutas) ||
    rutas.every((ruta) => readValue(ruta, 'cambios') !== undefined),
)

const planDeRutas = named('PlanDeRutas', {
  rutas: rutasToChange(rutaDePlan),
  cambios: optionalCambios(),
  prueba: booleanWithDefault(false),
}).check(hasCambios)
export type PlanDeRutas = z.output<typeof planDeRutas>

const rutaPlaneada = named('RutaPlaneada', {
  id: z.int(),
  ok: z.boolean(),
  /** After the call; null if the route does not exist. */
  version: z.int().nullable(),
  mensaje: z.string().optional(),
  avisos: z.array(avisoDeViaje).optional(),
})
export type RutaPlaneada = z.output<typeof rutaPlaneada>

const copiaDeRutas = named('CopiaDeRutas', {
  rutas: rutasToChange(rutaId()),
  fecha: tripDay(),
  prueba: booleanWithDefault(true),
})
export type CopiaDeRutas = z.output<typeof copiaDeRutas>

const rutaCopiada = named('RutaCopiada', {
  id: z.int(),
  no_ruta: z.string(),
  fecha: z.string(),
  copia_de: z.int(),
})

/** What speaks against a copy. `mensaje`: a record of the route is in the bin. */
const copiaRevisada = named('CopiaRevisada', {
  id: z.int(),
  avisos: z.array(avisoDeViaje),
  mensaje: z.string().optional(),
})
export type CopiaRevisada = z.output<typeof copiaRevisada>

export const plan = {
  /** Each route is changed on its own, in the order of the request. */
  change: endpoint('PATCH /api/rutas/plan', {
    summary: 'Cambiar el día, la hora, el camión o el personal de varias rutas',
    query: tripNamesQuery,
    body: planDeRutas,
    data: z.array(rutaPlaneada),
    idempotent: true,
    trialField: 'prueba',
  }),
  /** All or none. Numbers follow the highest one, in the order of `rutas`. */
  copy: endpoint('POST /api/rutas/copiar', {
    summary: 'Copiar varias rutas a otra fecha',
    query: tripNamesQuery,
    body: copiaDeRutas,
    data: z.union([z.object({ rutas: z.array(rutaCopiada) }), z.object({ rutas: z.array(copiaRevisada) })]),
    avisos: z.array(avisoDeCopia),
    creates: true,
    mayCreate: true,
    trialField: 'prueba',
  }),
}
