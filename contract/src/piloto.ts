import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { rutaEstados } from './estados.ts'
import { historial, ruta, rutaFilters } from './rutas.ts'
import { optionalText, pathId, version } from './values.ts'

const params = z.object({ id: pathId() })
/** A pilot never sees the price. */
const rutaDelPiloto = ruta.omit({ precio: true }).meta({ id: 'RutaDelPiloto' })

export const piloto = {
  list: endpoint('GET /api/piloto', {
    summary: 'Listar los pilotos que pueden tener usuario',
    data: z.array(z.object({ id: z.int(), nombre: z.string(), apellido: z.string() })),
    wrapping: 'rows',
  }),
  misRutas: endpoint('GET /api/piloto/mis-rutas', {
    summary: 'Listar las rutas propias',
    query: z.object(rutaFilters),
    data: z.array(rutaDelPiloto),
    wrapping: 'page',
  }),
  estado: endpoint('PUT /api/piloto/ruta/:id/estado', {
    summary: 'Cambiar el estado de una ruta propia',
    params,
    body: z.object({
      nuevoEstado: z.enum(rutaEstados),
      comentario: optionalText(2000),
      version: version(),
    }),
    data: rutaDelPiloto,
    idempotent: true,
    message: 'Estado actualizado correctamente',
  }),
  historial: endpoint('GET /api/piloto/ruta/:id/historial', {
    summary: 'Listar los cambios de estado de una ruta propia',
    params,
    data: z.array(historial),
    wrapping: 'rows',
  }),
}
