import { z } from 'zod'
import { endpoint, readValue, revalidation } from '../core/endpoint.ts'
import { fromKeys } from '../core/keys.ts'
import { tripName, withTripNames } from '../core/tripName.ts'
import { date, named, text } from '../core/values.ts'
import { avisoClaseNames, avisoClases, parseAvisoId } from './avisoClases.ts'

export const aviso = named('Aviso', {
  id: z.string(),
  clase: z.enum(avisoClaseNames),
  gravedad: z.enum(['aviso', 'info']),
  texto: z.string(),
  /** Record that it is about, null if none. */
  entidad: z.string().nullable(),
  entidad_id: z.int().nullable(),
  /** Its page, null if the caller may not open it. */
  href: z.string().nullable(),
  /** Null for a missing document, as is `dias`. */
  fecha: z.string().nullable(),
  dias: z.int().nullable(),
  /** Only with `viaje=si`: the trips that `texto` names by number, in the order of their beginning. */
  viajes: z.array(named('ViajeDeAviso', { no_ruta: z.string(), ...tripName.shape })).optional(),
})
export type Aviso = z.output<typeof aviso>

export const maxPostponeDays = 30

export const avisos = {
  list: endpoint('GET /api/avisos', {
    summary: 'Listar avisos',
    query: z.object({ clase: z.enum(avisoClaseNames).optional(), viaje: withTripNames }),
    data: z.array(aviso),
    wrapping: 'rows',
  }),
  resumen: endpoint('GET /api/avisos/resumen', {
    summary: 'Contar los avisos de cada clase',
    headers: revalidation,
    data: named('AvisosResumen', {
      total: z.int(),
      ...fromKeys(avisoClaseNames, () => z.int().optional()),
    }),
  }),
  /** `hasta` is 1 to `maxPostponeDays` days after today. */
  posponer: endpoint('POST /api/avisos/:id/posponer', {
    summary: 'Posponer un aviso para todos',
    resolveAccess: ({ params }) => {
      const parsed = parseAvisoId(String(readValue(params, 'id')))
      return parsed && avisoClases[parsed.clase].postponeAccess
    },
    params: z.object({ id: z.string() }),
    body: named('AvisoPospuesto', { hasta: date(), motivo: text(200, 5) }),
    data: z.null(),
    message: 'Aviso pospuesto',
  }),
}
