import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { named, pathId, queryText, text } from '../core/values.ts'

/** A list's filters under a name, of one user. */
const vista = named('Vista', {
  id: z.int(),
  /** Address of the list. */
  lista: z.string(),
  nombre: z.string(),
  /** Query string of the list's address, without page and size. */
  filtros: z.string(),
})
export type Vista = z.output<typeof vista>

const vistaValues = named('VistaValues', { lista: text(60), nombre: text(60), filtros: text(2000) })
export type VistaValues = z.output<typeof vistaValues>

export const vistas = {
  list: endpoint('GET /api/vistas', {
    summary: 'Listar las vistas propias',
    query: z.object({ lista: queryText() }),
    data: z.array(vista),
    wrapping: 'rows',
  }),
  /** A view of the same list and name is replaced. */
  create: endpoint('POST /api/vistas', {
    summary: 'Guardar los filtros de una lista con un nombre',
    body: vistaValues,
    data: vista,
    creates: true,
    message: 'Vista guardada exitosamente',
  }),
  remove: endpoint('DELETE /api/vistas/:id', {
    summary: 'Eliminar una vista propia',
    params: z.object({ id: pathId() }),
    data: z.null(),
    message: 'Vista eliminada con éxito',
  }),
}
