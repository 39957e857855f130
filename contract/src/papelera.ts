import { z } from 'zod'
import { catalogueNames } from './catalogues.ts'
import { endpoint } from './endpoint.ts'
import { listQuery, named, pathId } from './values.ts'

export const papeleraTipos = [
  ...catalogueNames,
  'rutas',
  'mantenimientos',
  'usuarios',
  'archivos',
  'documento_tipos',
  'documentos',
  'tarifas',
  'restricciones',
] as const
export type PapeleraTipo = (typeof papeleraTipos)[number]

const { pagina, porPagina } = listQuery

const registroEliminado = named('RegistroEliminado', {
  tipo: z.enum(papeleraTipos),
  id: z.int(),
  nombre: z.string(),
  eliminado_en: z.iso.datetime(),
  eliminado_por: z.string().nullable(),
})

export const papelera = {
  list: endpoint('GET /api/papelera', {
    summary: 'Listar los registros eliminados',
    query: z.object({ pagina, porPagina }),
    data: z.array(registroEliminado),
    wrapping: 'page',
  }),
  /** An unknown `tipo` is 404, not 400; the answer is the record as its own GET gives it. */
  restore: endpoint('POST /api/papelera/:tipo/:id/restaurar', {
    summary: 'Restaurar un registro eliminado',
    params: z.object({ tipo: z.string(), id: pathId() }),
    data: z.record(z.string(), z.unknown()),
    message: 'Registro restaurado exitosamente',
  }),
}
