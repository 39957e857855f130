import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { mantenimientoEstados, mantenimientoTipos } from './estados.ts'
import {
  bodyId,
  date,
  listQuery,
  named,
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

export const mantenimiento = named('Mantenimiento', {
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

export const mantenimientoValues = named('MantenimientoValues', {
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
    summary: 'Listar mantenimientos: hasta 1,000; X-Total-Count dice cuántos hay',
    query: z.object({
      buscar: listQuery.buscar,
      camion_id: pathId().optional(),
      estado: z.enum(mantenimientoEstados).optional(),
      orden: z.enum(['recientes', 'pendientes']).default('recientes'),
    }),
    data: z.array(mantenimiento),
    wrapping: 'bare',
  }),
  show: endpoint('GET /api/mantenimientos/:id', {
    summary: 'Ver mantenimiento',
    params,
    data: mantenimiento,
  }),
  create: endpoint('POST /api/mantenimientos', {
    summary: 'Crear mantenimiento',
    body: mantenimientoValues,
    data: mantenimiento,
    creates: true,
    message: 'Mantenimiento creado exitosamente',
  }),
  update: endpoint('PUT /api/mantenimientos/:id', {
    summary: 'Editar mantenimiento',
    params,
    body: mantenimientoValues.extend({ version: version() }).meta({ id: 'MantenimientoChanges' }),
    data: mantenimiento,
    message: 'Mantenimiento actualizado exitosamente',
  }),
  remove: endpoint('DELETE /api/mantenimientos/:id', {
    summary: 'Eliminar mantenimiento',
    params,
    query: z.object({ version: queryVersion() }),
    data: z.null(),
    message: 'Mantenimiento eliminado con éxito',
  }),
}
