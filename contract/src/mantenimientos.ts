import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { mantenimientoEstados, mantenimientoTipos } from './estados.ts'
import {
  bodyId,
  date,
  listQuery,
  optionalAmount,
  optionalDate,
  optionalText,
  pathId,
  queryVersion,
  recordMeta,
  text,
  version,
  wholeNumber,
} from './values.ts'

export const mantenimiento = z.object({
  ...recordMeta,
  camion_id: z.int(),
  /** The plate. */
  camion: z.string(),
  tipo: z.string(),
  descripcion: z.string(),
  fecha_programada: z.string(),
  fecha_realizada: z.string().nullable(),
  kilometraje: z.int().nullable(),
  costo: z.number().nullable(),
  taller: z.string().nullable(),
  estado: z.string(),
})

export const mantenimientoValues = z.object({
  camion_id: bodyId(),
  tipo: z.enum(mantenimientoTipos),
  descripcion: text(2000),
  fecha_programada: date(),
  fecha_realizada: optionalDate(),
  kilometraje: wholeNumber(),
  costo: optionalAmount(),
  taller: optionalText(),
  estado: z.enum(mantenimientoEstados),
})

const params = z.object({ id: pathId() })

export const mantenimientos = {
  /** The bare array, at most 1,000 rows; the header X-Total-Count tells the total. */
  list: endpoint('GET /api/mantenimientos', {
    query: z.object({
      buscar: listQuery.buscar,
      camion_id: pathId().optional(),
      estado: z.enum(mantenimientoEstados).optional(),
    }),
    data: z.array(mantenimiento),
    wrapping: 'bare',
  }),
  show: endpoint('GET /api/mantenimientos/:id', { params, data: mantenimiento }),
  create: endpoint('POST /api/mantenimientos', {
    body: mantenimientoValues,
    data: mantenimiento,
    creates: true,
    message: 'Mantenimiento creado exitosamente',
  }),
  update: endpoint('PUT /api/mantenimientos/:id', {
    params,
    body: mantenimientoValues.extend({ version: version() }),
    data: mantenimiento,
    message: 'Mantenimiento actualizado exitosamente',
  }),
  remove: endpoint('DELETE /api/mantenimientos/:id', {
    params,
    query: z.object({ version: queryVersion() }),
    data: z.null(),
    message: 'Mantenimiento eliminado con éxito',
  }),
}
