import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { date, named, version } from '../core/values.ts'
import { occupiedCodigos } from '../records/codigos.ts'
import { incidenteCausas, rutaEstados } from '../records/estados.ts'
import { rutaId, rutasToChange } from './manyRutas.ts'

/** Trip on the board. `desde` and `hasta` are moments, `cliente` and `piloto` full names. */
const viaje = named('ViajeDelTablero', {
  id: z.int(),
  no_ruta: z.string(),
  desde: z.string(),
  hasta: z.string(),
  cliente: z.string(),
  destino: z.string(),
  chofer_id: z.int(),
  piloto: z.string(),
  ayudante_id: z.int().nullable(),
  estado: z.enum(rutaEstados),
  version: z.int(),
  /** Resources that another trip needs at the same time; empty for closed trips unless they are stopped. */
  avisos: z.array(z.enum(occupiedCodigos)),
  /** Earliest open incident of a stopped trip. */
  incidente: z.object({ causa: z.enum(incidenteCausas), desde: z.iso.datetime() }).optional(),
})
export type ViajeDelTablero = z.output<typeof viaje>

/** The first that applies wins. */
export const camionEstados = ['en_taller', 'detenido', 'en_viaje', 'libre'] as const

const tableroDelDia = named('Tablero', {
  fecha: z.string(),
  camiones: z.array(
    named('CamionDelTablero', {
      id: z.int(),
      placa: z.string(),
      numero_unidad: z.string().optional(),
      estado: z.enum(camionEstados),
      rutas: z.array(viaje),
    }),
  ),
  /** Pilots whom no trip occupies that day, by name. */
  pilotos_libres: z.array(named('PilotoLibre', { id: z.int(), nombre: z.string(), apellido: z.string() })),
  /** Overdue open trips, oldest first, at most 100. */
  sin_cerrar: z.array(viaje),
})
export type Tablero = z.output<typeof tableroDelDia>

/** A week has thousands of trips: only what a chip shows, and what its menu needs. */
const viajeDeLaSemana = named('ViajeDeLaSemana', {
  ...viaje.pick({ id: true, no_ruta: true, desde: true, hasta: true, destino: true, estado: true }).shape,
  piloto: viaje.shape.piloto,
  version: viaje.shape.version,
  /** Absent without conflicts. */
  avisos: viaje.shape.avisos.optional(),
  incidente: viaje.shape.incidente,
})
export type ViajeDeLaSemana = z.output<typeof viajeDeLaSemana>

const semana = named('SemanaDelTablero', {
  /** The Monday. */
  desde: z.string(),
  camiones: z.array(
    named('CamionDeLaSemana', {
      id: z.int(),
      placa: z.string(),
      numero_unidad: z.string().optional(),
      rutas: z.array(viajeDeLaSemana),
    }),
  ),
})
export type SemanaDelTablero = z.output<typeof semana>

const rutaConVersion = named('RutaConVersion', { id: rutaId(), version: version() })

const estadoDeRuta = named('EstadoDeRuta', {
  id: z.int(),
  ok: z.boolean(),
  mensaje: z.string().optional(),
})
export type EstadoDeRuta = z.output<typeof estadoDeRuta>

export const tablero = {
  show: endpoint('GET /api/tablero', {
    summary: 'Ver el día de cada camión',
    query: z.object({ fecha: date().optional() }),
    data: tableroDelDia,
  }),
  semana: endpoint('GET /api/tablero/semana', {
    summary: 'Ver la semana de cada camión',
    /** Any day of the week. */
    query: z.object({ fecha: date().optional() }),
    data: semana,
  }),
  /** Each trip is changed on its own. Results have the order of the request. */
  estado: endpoint('PATCH /api/rutas/estado', {
    summary: 'Cambiar el estado de varias rutas',
    logAction: 'estado',
    body: named('EstadoDeVarias', { rutas: rutasToChange(rutaConVersion), estado: z.enum(rutaEstados) }),
    data: z.array(estadoDeRuta),
    idempotent: true,
  }),
}
