import { z } from 'zod'
import { crudOf, formsOf } from '../core/crud.ts'
import { endpoint } from '../core/endpoint.ts'
import { inputShape, outputShape } from '../core/fieldSchemas.ts'
import { listExport } from '../core/listExport.ts'
import { listQuery, named, pathId, recordMeta } from '../core/values.ts'
import { mantenimientoEstados } from '../records/estados.ts'
import { mantenimientoFields } from '../records/mantenimientos.ts'

export const mantenimiento = named('Mantenimiento', { ...recordMeta, ...outputShape(mantenimientoFields) })

const values = z.object(inputShape(mantenimientoFields))

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
