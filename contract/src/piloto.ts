import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { rutaEstados } from './estados.ts'
import { historial, ruta, rutaFilters } from './rutas.ts'
import { optionalText, pathId, version } from './values.ts'

const params = z.object({ id: pathId() })

export const piloto = {
  /** For the user form: who can be given a user. */
  list: endpoint('GET /api/piloto', {
    data: z.array(z.object({ id: z.int(), nombre: z.string(), apellido: z.string() })),
    wrapping: 'rows',
  }),
  misRutas: endpoint('GET /api/piloto/mis-rutas', {
    query: z.object(rutaFilters),
    data: z.array(ruta.omit({ precio: true })),
    wrapping: 'page',
  }),
  estado: endpoint('PUT /api/piloto/ruta/:id/estado', {
    params,
    body: z.object({
      nuevoEstado: z.enum(rutaEstados),
      comentario: optionalText(2000),
      version: version(),
    }),
    data: ruta.omit({ precio: true }),
    message: 'Estado actualizado correctamente',
  }),
  historial: endpoint('GET /api/piloto/ruta/:id/historial', {
    params,
    data: z.array(historial),
    wrapping: 'rows',
  }),
}
