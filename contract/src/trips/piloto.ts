import { z } from 'zod'
import { endpoint, revalidation } from '../core/endpoint.ts'
import { hechoValues } from '../core/hecho.ts'
import { newestQuery, optionalEnum, optionalText, pathId, version } from '../core/values.ts'
import { incidenteCausas, rutaEstados } from '../records/estados.ts'
import { historial, ownRutaOrders, rutaDelPiloto, rutaFilters } from './rutas.ts'

const params = z.object({ id: pathId() })

export const piloto = {
  list: endpoint('GET /api/piloto', {
    summary: 'Listar los pilotos que pueden tener usuario',
    data: z.array(z.object({ id: z.int(), nombre: z.string(), apellido: z.string() })),
    wrapping: 'rows',
  }),
  misRutas: endpoint('GET /api/piloto/mis-rutas', {
    summary: 'Listar las rutas propias',
    headers: revalidation,
    query: z.object({ ...rutaFilters, orden: z.enum(ownRutaOrders).optional() }),
    data: z.array(rutaDelPiloto),
    wrapping: 'page',
  }),
  estado: endpoint('PUT /api/piloto/ruta/:id/estado', {
    summary: 'Cambiar el estado de una ruta propia',
    logAction: 'estado',
    params,
    body: z.object({
      nuevoEstado: z.enum(rutaEstados),
      comentario: optionalText(2000),
      version: version(),
      ...hechoValues,
      // Both belong to the incident that the state opens.
      causa: optionalEnum(incidenteCausas),
      lugar: optionalText(),
    }),
    data: rutaDelPiloto,
    idempotent: true,
    // Requests queued by an older page lack them.
    fieldsAddedLater: ['hora_dispositivo', 'desfase_s', 'causa', 'lugar'],
    message: 'Estado actualizado correctamente',
  }),
  historial: endpoint('GET /api/piloto/ruta/:id/historial', {
    summary: 'Listar los cambios de estado de una ruta propia',
    params,
    query: z.object(newestQuery),
    data: z.array(historial),
    wrapping: 'page',
  }),
}
