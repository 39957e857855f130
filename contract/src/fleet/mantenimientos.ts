import { z } from 'zod'
import { crudOf, formsOf } from '../core/crud.ts'
import { endpoint } from '../core/endpoint.ts'
import { listExport } from '../core/listExport.ts'
import {
  bodyId,
  date,
  listQuery,
  named,
  optionalAmount,
  optionalDate,
  optionalText,
  optionalWholeNumber,
  pathId,
  recordMeta,
  text,
} from '../core/values.ts'
import { mantenimientoEstados, mantenimientoTipos } from '../records/estados.ts'

export const mantenimiento = named('Mantenimiento', {
  ...recordMeta,
  camion_id: z.int(),
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

const values = z.object({
  camion_id: bodyId(),
  tipo: z.enum(mantenimientoTipos),
  descripcion: text(2000),
  fecha_programada: date(),
  fecha_realizada: optionalDate(),
  kilometraje: optionalWholeNumber(),
  costo: optionalAmount(),
  taller: optionalText(),
  estado: z.enum(mantenimientoEstados),
})

const listMantenimientos = z.object({
  buscar: listQuery.buscar,
  camion_id: pathId().optional(),
  estado: z.enum(mantenimientoEstados).optional(),
  orden: z.enum(['recientes', 'pendientes']).default('recientes'),
})

export const mantenimientos = {
  exportar: listExport('GET /api/mantenimientos/exportar', 'los mantenimientos', listMantenimientos),
  /** Bare array of at most 1,000 rows. The header X-Total-Count has the total. */
  list: endpoint('GET /api/mantenimientos', {
    summary: 'Listar mantenimientos: hasta 1,000; X-Total-Count dice cuántos hay',
    query: listMantenimientos,
    data: z.array(mantenimiento),
    wrapping: 'bare',
  }),
  ...crudOf('mantenimientos', {
    row: mantenimiento,
    ...formsOf('Mantenimiento', values),
    words: {
      singular: 'Mantenimiento',
      created: 'Mantenimiento creado exitosamente',
      updated: 'Mantenimiento actualizado exitosamente',
      deleted: 'Mantenimiento eliminado con éxito',
    },
  }),
}
