import type { Codigo } from '@flota/contract/codigos.ts'
import { nowIn } from '@flota/contract/dias.ts'
import { nombreCompleto } from '@flota/contract/format.ts'
import type { Tablero, ViajeDelTablero } from '@flota/contract/tablero.ts'

/** `placa` is not known of what nobody closed. */
export type Viaje = ViajeDelTablero & { placa?: string }

/** A truck, or a pilot, who has no state of its own. */
export interface Fila {
  id: number
  nombre: string
  estado?: Tablero['camiones'][number]['estado']
  viajes: readonly Viaje[]
}

/** A row a truck, as the server orders them. */
export const porCamion = ({ camiones }: Tablero): Fila[] =>
  camiones.map(({ id, placa, estado, rutas }) => ({ id, nombre: placa, estado, viajes: rutas }))

/** A row a pilot, by name; those without a trip too. */
export function porPiloto({ camiones, pilotos_libres }: Tablero): Fila[] {
  const rows = new Map(
    pilotos_libres.map(({ id, nombre, apellido }) => [
      id,
      { id, nombre: nombreCompleto(nombre, apellido), viajes: [] as Viaje[] },
    ]),
  )
  for (const { placa, rutas } of camiones)
    for (const ruta of rutas) {
      const row = rows.get(ruta.chofer_id) ?? { id: ruta.chofer_id, nombre: ruta.piloto, viajes: [] }
      row.viajes.push({ ...ruta, placa })
      rows.set(row.id, row)
    }
  for (const { viajes } of rows.values()) viajes.sort((a, b) => a.desde.localeCompare(b.desde))
  return [...rows.values()].sort((a, b) => a.nombre.localeCompare(b.nombre, 'es'))
}

/** The company's `YYYY-MM-DD HH:MM` of a moment. */
export const localOf = (moment: string, zona: string) => nowIn(zona, new Date(moment))

/** Whether a trip has not begun though it was to, or has not ended, by `ahora`, the company's `YYYY-MM-DD HH:MM`. */
export const isLate = ({ estado, desde, hasta }: Viaje, ahora = '', zona: string) =>
  (estado === 'Pendiente' && localOf(desde, zona) < ahora) ||
  (estado === 'En curso' && localOf(hasta, zona) < ahora)

const dayMinutes = 1440

/** Minutes of the day at a company's `YYYY-MM-DD HH:MM`; another day's are the day's edge. */
export function minuteOf(local: string, dia: string): number {
  const [day = '', time = ''] = local.split(' ')
  if (day !== dia) return day < dia ? 0 : dayMinutes
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** A shorter block has no room for its words. */
const shortest = 150

export interface Placed {
  viaje: Viaje
  /** Minutes of the day. */
  from: number
  to: number
  /** From 0: blocks that meet stand below one another. */
  lane: number
}

/** Where each trip of a row stands in its day. */
export function placed(viajes: readonly Viaje[], dia: string, zona: string): Placed[] {
  const ends: number[] = []
  return viajes.map((viaje) => {
    const start = minuteOf(localOf(viaje.desde, zona), dia)
    const to = Math.min(Math.max(minuteOf(localOf(viaje.hasta, zona), dia), start + shortest), dayMinutes)
    const from = Math.min(start, dayMinutes - shortest)
    const free = ends.findIndex((end) => end <= from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = to
    return { viaje, from, to, lane }
  })
}

/** 'de 08:00 a 12:30', with the day where it is another. */
export function horas({ desde, hasta }: Viaje, dia: string, zona: string) {
  const said = (moment: string) => {
    const [day = '', time = ''] = localOf(moment, zona).split(' ')
    return day === dia ? time : `${day.slice(8)}/${day.slice(5, 7)} ${time}`
  }
  return `${said(desde)} – ${said(hasta)}`
}

const what: Partial<Record<Codigo, string>> = {
  CAMION_OCUPADO: 'camión',
  PILOTO_OCUPADO: 'piloto',
  AYUDANTE_OCUPADO: 'ayudante',
}

/** 'Choca: camión, piloto'; empty where nothing clashes. */
export const choque = ({ avisos }: Viaje) =>
  avisos.length > 0 ? `Choca: ${avisos.map((codigo) => what[codigo]).join(', ')}` : ''

/** `fecha` and `hora` of a route moved by as much as its beginning, from one company's `YYYY-MM-DD HH:MM` to another. */
export function shifted({ fecha, hora }: { fecha: string; hora: string }, from: string, to: string) {
  const at = (local: string) => Date.parse(`${local.replace(' ', 'T')}Z`)
  const moved = new Date(at(`${fecha} ${hora.slice(0, 5)}`) + at(to) - at(from)).toISOString()
  return { fecha: moved.slice(0, 10), hora: moved.slice(11, 16) }
}
