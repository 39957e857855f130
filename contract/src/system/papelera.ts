import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { listExport } from '../core/listExport.ts'
import { tripName, withTripNames } from '../core/tripName.ts'
import { listQuery, named, pathId } from '../core/values.ts'
import { papeleraTipos } from '../records/registros.ts'

const registroEliminado = named('RegistroEliminado', {
  tipo: z.enum(papeleraTipos),
  id: z.int(),
  nombre: z.string(),
  /** Distinguishes maintenance tasks of a truck: 'Preventivo · 25/11/2026'. */
  detalle: z.string().nullable(),
  eliminado_en: z.iso.datetime(),
  eliminado_por: z.string().nullable(),
  /** Only of trips, and with `viaje=si`. */
  viaje: tripName.optional(),
})

export const papelera = {
  list: endpoint('GET /api/papelera', {
    summary: 'Listar los registros eliminados',
    query: z.object({ ...listQuery, viaje: withTripNames }),
    data: z.array(registroEliminado),
    wrapping: 'page',
  }),
  exportar: listExport(
    'GET /api/papelera/exportar',
    'los registros eliminados',
    z.object({ buscar: listQuery.buscar }),
  ),
  /** An unknown `tipo` is 404, not 400. Returns the record as its GET does. */
  restore: endpoint('POST /api/papelera/:tipo/:id/restaurar', {
    summary: 'Restaurar un registro eliminado',
    params: z.object({ tipo: z.string(), id: pathId() }),
    data: z.record(z.string(), z.unknown()),
    message: 'Registro restaurado exitosamente',
  }),
}
