import { z } from 'zod'
import { crudOf, formsOf } from '../core/crud.ts'
import { endpoint } from '../core/endpoint.ts'
import { inputShape, outputShape } from '../core/fieldSchemas.ts'
import { listExport } from '../core/listExport.ts'
import { listQuery, named, pathId, recordMeta } from '../core/values.ts'
import { mantenimientoEstados } from '../records/estados.ts'
import { mantenimientoFields } from '../records/mantenimientos.ts'

const shape = { ...recordMeta, ...outputShape(mantenimientoFields) }
const mantenimientoListado = named('MantenimientoListado', shape)

/** Work or a part. `total` is cantidad times precio. */
const linea = named('MantenimientoLinea', {
  descripcion: z.string(),
  cantidad: z.number(),
  precio: z.number(),
  total: z.number(),
})

/** A maintenance with the plan that made it, and its lines, whose totals make up its costo. */
export const mantenimiento = named('Mantenimiento', {
  ...shape,
  plan_id: z.int().nullable(),
  lineas: z.array(linea),
})

const values = z.object(inputShape(mantenimientoFields))

const listMantenimientos = z.object({
  buscar: listQuery.buscar,
  camion_id: pathId().optional(),
  estado: z.enum(mantenimientoEstados).optional(),
  orden: z.enum(['recientes', 'antiguas', 'pendientes']).default('recientes'),
})

export const mantenimientos = {
  exportar: listExport('GET /api/mantenimientos/exportar', 'los mantenimientos', listMantenimientos),
  /** Bare array of at most 1,000 rows. The header X-Total-Count has the total. */
  list: endpoint('GET /api/mantenimientos', {
    summary: 'Listar mantenimientos: hasta 1,000; X-Total-Count dice cuántos hay',
    query: listMantenimientos,
    data: z.array(mantenimientoListado),
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
