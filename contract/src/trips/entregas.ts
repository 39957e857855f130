import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { hecho, hechoValues } from '../core/hecho.ts'
import { fromKeys } from '../core/keys.ts'
import {
  clearableMoment,
  named,
  optionalReason,
  optionalText,
  pathId,
  recordMeta,
  versionOrZero,
} from '../core/values.ts'
import { tiempoNombres } from '../records/estados.ts'

/** Metadata of a one-to-one part of a trip: version 0 and null moments before the first write. */
const rutaPartMeta = {
  version: z.int(),
  creado_en: recordMeta.creado_en.nullable(),
  actualizado_en: recordMeta.actualizado_en.nullable(),
}

/** Proof of delivery: recipient, and the reason if evidence is missing. */
export const entrega = named('Entrega', {
  ruta_id: z.int(),
  recibio: z.string().nullable(),
  documento: z.string().nullable(),
  nota: z.string().nullable(),
  sin_evidencia_motivo: z.string().nullable(),
  usuario: z.string().nullable(),
  ...hecho,
  ...rutaPartMeta,
})
export type Entrega = z.output<typeof entrega>

export const tiempos = named('Tiempos', {
  ruta_id: z.int(),
  ...fromKeys(tiempoNombres, () => z.iso.datetime().nullable()),
  /** True if a time is in the future or before the previous one. */
  dudosa: z.boolean(),
  ...rutaPartMeta,
})
export type Tiempos = z.output<typeof tiempos>

const entregaValues = z.object({
  recibio: optionalText(),
  documento: optionalText(30),
  nota: optionalText(2000),
  sin_evidencia_motivo: optionalReason().transform((value) => value ?? null),
  version: versionOrZero(),
})
export type EntregaValues = z.output<typeof entregaValues>

/** Absent times keep their value. */
const tiemposChanges = named('TiemposChanges', {
  ...fromKeys(tiempoNombres, () => clearableMoment()),
  version: versionOrZero(),
})
export type TiemposChanges = z.output<typeof tiemposChanges>

const params = z.object({ id: pathId() })
const entregaEndpoint = { params, data: entrega, message: 'Entrega guardada exitosamente' }
const tiemposEndpoint = {
  params,
  body: tiemposChanges,
  data: tiempos,
  message: 'Tiempos guardados exitosamente',
}

export const entregas = {
  entrega: endpoint('PUT /api/rutas/:id/entrega', {
    summary: 'Guardar la entrega de una ruta',
    body: entregaValues.meta({ id: 'EntregaValues' }),
    ...entregaEndpoint,
  }),
  tiempos: endpoint('PUT /api/rutas/:id/tiempos', {
    summary: 'Cambiar los tiempos de una ruta: solo lo que se envía',
    ...tiemposEndpoint,
  }),
  entregaDeRuta: endpoint('PUT /api/piloto/ruta/:id/entrega', {
    summary: 'Guardar la entrega de una ruta propia',
    body: entregaValues.extend(hechoValues).meta({ id: 'EntregaDelPiloto' }),
    idempotent: true,
    ...entregaEndpoint,
  }),
  tiemposDeRuta: endpoint('PUT /api/piloto/ruta/:id/tiempos', {
    summary: 'Cambiar los tiempos de una ruta propia: solo lo que se envía',
    idempotent: true,
    ...tiemposEndpoint,
  }),
}
