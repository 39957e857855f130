import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { tripName, tripNamesQuery, withTripNames } from '../core/tripName.ts'
import {
  bodyId,
  date,
  hour,
  named,
  optionalDuracion,
  optionalId,
  optionalText,
  pathId,
  queryNumber,
  queryText,
} from '../core/values.ts'
import { codigos } from '../records/codigos.ts'

/** Conflict of a trip. Moments are ISO 8601 in UTC. */
export const avisoDeViaje = named('AvisoDeViaje', {
  codigo: z.enum(codigos),
  gravedad: z.enum(['bloqueo', 'aviso', 'info']),
  texto: z.string(),
  entidad: z.enum(['camiones', 'choferes', 'ayudantes', 'documentos', 'planes', 'restricciones']),
  entidad_id: z.int(),
  /** Overlapping trip, for the _OCUPADO codes. */
  ruta: z.object({ id: z.int(), no_ruta: z.string(), desde: z.string(), hasta: z.string() }).optional(),
  /** Only with `viaje=si`: the trip of `ruta`. */
  viaje: tripName.optional(),
})
export type AvisoDeViaje = z.output<typeof avisoDeViaje>

/** Trip being planned; `ruta_id` is set if it exists already. */
const tripCheckRequest = named('Revision', {
  camion_id: bodyId(),
  chofer_id: bodyId(),
  fecha: date(),
  hora: hour(),
  ayudante_id: optionalId(),
  cliente_id: optionalId(),
  origen: optionalText(),
  destino: optionalText(),
  servicio: optionalText(200),
  mercaderia: optionalText(200),
  duracion_min: optionalDuracion(),
  ruta_id: optionalId(),
})
export type TripCheckRequest = z.output<typeof tripCheckRequest>

/**
 * `hasta`, `no_ruta` and, with `viaje=si`, `viaje` belong to the last conflicting trip, `detenido` if it is stopped; absent if
 * free.
 */
const disponible = named('Disponible', {
  id: z.int(),
  nombre: z.string(),
  libre: z.boolean(),
  hasta: z.string().optional(),
  no_ruta: z.string().optional(),
  detenido: z.literal(true).optional(),
  viaje: tripName.optional(),
})
export type Disponible = z.output<typeof disponible>

const listDisponibles = z.object({
  fecha: date(),
  hora: hour(),
  duracion_min: queryNumber(20_160).optional(),
  ruta_id: pathId().optional(),
  viaje: withTripNames,
  buscar: queryText().meta({
    description: 'Nombre, placa u otro dato; devuelve los primeros 20 de cada lista.',
  }),
  porPagina: queryNumber(100)
    .optional()
    .meta({ description: 'Cuántos de cada lista. Sin este valor ni `buscar`, todos.' }),
})
export type DisponiblesQuery = z.output<typeof listDisponibles>

export const revision = {
  ask: endpoint('POST /api/rutas/revision', {
    summary: 'Revisar un viaje antes de guardarlo',
    query: tripNamesQuery,
    body: tripCheckRequest,
    data: z.object({ avisos: z.array(avisoDeViaje) }),
  }),
  disponibles: endpoint('GET /api/disponibles', {
    summary: 'Ver qué camiones, pilotos y ayudantes están libres a una hora',
    query: listDisponibles,
    data: z.object({
      camiones: z.array(disponible),
      choferes: z.array(disponible),
      ayudantes: z.array(disponible),
    }),
  }),
}
