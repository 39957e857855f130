import { nowIn } from '@flota/contract/core/dates.ts'
import { formatFecha, fullName } from '@flota/contract/core/format.ts'
import type { Codigo } from '@flota/contract/records/codigos.ts'
import { isOpen } from '@flota/contract/records/estados.ts'
import { type CurrentTime, lateMinutesOf } from '@flota/contract/trips/retraso.ts'
import type { Tablero, ViajeDelTablero } from '@flota/contract/trips/tablero.ts'

/** Unclosed trips have no `placa`. */
export type BoardTrip = ViajeDelTablero & { placa?: string }

/** What a trip's menu and its changes need; the trips of a week have no more. */
export type MenuTrip = Pick<
  BoardTrip,
  'id' | 'no_ruta' | 'desde' | 'hasta' | 'estado' | 'version' | 'piloto' | 'incidente'
>

/** A truck or a pilot; a pilot has no `estado`. */
export interface BoardRow {
  id: number
  nombre: string
  estado?: Tablero['camiones'][number]['estado']
  viajes: readonly BoardTrip[]
}

/** Returns one row per truck in the server's order. */
export const rowsByTruck = ({ camiones }: Tablero): BoardRow[] =>
  camiones.map(({ id, placa, numero_unidad, estado, rutas }) => ({
    id,
    nombre: [placa, numero_unidad].filter(Boolean).join(' · '),
    estado,
    viajes: rutas,
  }))

/** Returns one row per pilot, sorted by name, including pilots without trips. */
export function rowsByPilot({ camiones, pilotos_libres }: Tablero): BoardRow[] {
  const rows = new Map(
    pilotos_libres.map(({ id, nombre, apellido }) => [
      id,
      { id, nombre: fullName(nombre, apellido), viajes: [] as BoardTrip[] },
    ]),
  )
  for (const { placa, rutas } of camiones)
    for (const ruta of rutas) {
      const row = rows.get(ruta.chofer_id) ?? { id: ruta.chofer_id, nombre: ruta.piloto, viajes: [] }
      row.viajes.push({ ...ruta, placa })
      rows.set(row.id, row)
    }
  for (const { viajes } of rows.values()) viajes.sort((a, b) => Date.parse(a.desde) - Date.parse(b.desde))
  const { compare } = new Intl.Collator('es')
  return [...rows.values()].sort((a, b) => compare(a.nombre, b.nombre))
}

/** Returns the pilot of a truck's trip under way or stopped, else of its next one. */
export function pilotOfRow({ estado, viajes }: BoardRow): string | undefined {
  if (!estado) return undefined
  const now = viajes.find((viaje) => viaje.estado === 'En curso' || viaje.incidente)
  return (now ?? viajes.find((viaje) => viaje.estado === 'Pendiente'))?.piloto
}

/** Returns when a trip leaves its place on the board: a stopped one stays until now. */
export const endOf = (
  { hasta, incidente }: Pick<BoardTrip, 'hasta' | 'incidente'>,
  ahora: CurrentTime | undefined,
) => (incidente && ahora && ahora.ms > Date.parse(hasta) ? new Date(ahora.ms).toISOString() : hasta)

/** Returns the rows with late and stopped trips first, then those with overlaps, each by the first hour. */
export function sortByUrgency(filas: readonly BoardRow[], ahora: CurrentTime | undefined): BoardRow[] {
  const rankOf = ({ viajes }: BoardRow) => {
    if (viajes.some((viaje) => viaje.incidente || minutesLate(viaje, ahora) > 0)) return 0
    return viajes.some(({ avisos }) => avisos.length > 0) ? 1 : 2
  }
  const keys = new Map(
    filas.map((fila) => [fila.id, [rankOf(fila), Date.parse(fila.viajes[0]?.desde ?? '')] as const]),
  )
  const keyOf = ({ id }: BoardRow) => keys.get(id) ?? [2, Number.NaN]
  return filas.toSorted((a, b) => {
    const [[rankA, hourA], [rankB, hourB]] = [keyOf(a), keyOf(b)]
    return rankA - rankB || hourA - hourB || 0
  })
}

/** Whether the board moves a trip: not if it is closed, unless it is stopped. */
export const isMovable = (viaje: Pick<BoardTrip, 'estado' | 'incidente'>) =>
  isOpen(viaje) || viaje.incidente !== undefined

/** Values of the address parameter `solo`. */
export const tripFilters = ['', 'retraso', 'choques'] as const
export type TripFilter = (typeof tripFilters)[number]

export const matchesFilter = (solo: TripFilter, viaje: BoardTrip, ahora: CurrentTime | undefined) =>
  solo === '' || (solo === 'retraso' ? minutesLate(viaje, ahora) > 0 : viaje.avisos.length > 0)

/** Returns the rows that have matching trips, with these trips only. */
export const filterRows = (solo: TripFilter, filas: readonly BoardRow[], ahora: CurrentTime | undefined) =>
  filas
    .map((fila) =>
      solo ? { ...fila, viajes: fila.viajes.filter((viaje) => matchesFilter(solo, viaje, ahora)) } : fila,
    )
    .filter(({ viajes }) => viajes.length > 0)

const localTimes = new Map<string, string>()

/** Returns a moment as `YYYY-MM-DD HH:MM` in the company's time zone. */
export function localOf(moment: string, zona: string) {
  const key = `${zona} ${moment}`
  // Cached: a block calls it several times, and each conversion costs a tenth of drawing the block.
  const local = localTimes.get(key) ?? nowIn(zona, new Date(moment))
  localTimes.set(key, local)
  return local
}

export const minutesLate = ({ estado, desde, hasta }: MenuTrip, ahora: CurrentTime | undefined) =>
  lateMinutesOf({ estado, inicio: desde, fin: hasta }, ahora)

export const dayMinutes = 1440
const minuteMs = 60_000

/** Parses a company-local time as if it were UTC, which suffices for differences. */
const parseLocal = (local: string) => Date.parse(`${local.replace(' ', 'T')}Z`)

/** Returns the minutes from a day's start to a company-local `YYYY-MM-DD HH:MM`; negative before that day. */
export const minutesFrom = (dia: string, local: string) =>
  (parseLocal(local) - parseLocal(`${dia} 00:00`)) / minuteMs

/** Returns the company-local `YYYY-MM-DD HH:MM` so many minutes after the start of a day. */
export const localAt = (dia: string, minutes: number) =>
  new Date(parseLocal(`${dia} 00:00`) + minutes * minuteMs).toISOString().slice(0, 16).replace('T', ' ')

/** Like minutesFrom, clamped to the day. */
export const minuteOf = (local: string, dia: string) =>
  Math.min(Math.max(minutesFrom(dia, local), 0), dayMinutes)

export interface PlacedTrip {
  viaje: BoardTrip
  /** Minutes of the day. */
  from: number
  to: number
  /** Index of the trip's line in its row, from 0: overlapping trips get separate lanes. */
  lane: number
}

/** Clamps a trip's start and end, in minutes, to the day. */
export const clampToDay = (begins: number, ends: number) => ({
  from: Math.max(begins, 0),
  to: Math.min(ends, dayMinutes),
})

export function placeTrips(
  viajes: readonly BoardTrip[],
  { dia, zona, ahora }: { dia: string; zona: string; ahora: CurrentTime | undefined },
): PlacedTrip[] {
  const ends: number[] = []
  return viajes.map((viaje) => {
    const { from, to } = clampToDay(
      minutesFrom(dia, localOf(viaje.desde, zona)),
      minutesFrom(dia, localOf(endOf(viaje, ahora), zona)),
    )
    const free = ends.findIndex((end) => end <= from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = to
    return { viaje, from, to, lane }
  })
}

/** Returns '08:00 – 12:30'. Adds the day if it is not `dia`, and the year if that differs. */
export function horasBetween(from: string, to: string, dia: string) {
  const format = (local: string) => {
    const [day = '', time = ''] = local.split(' ')
    const date = day.slice(0, 4) === dia.slice(0, 4) ? formatFecha(day).slice(0, 5) : formatFecha(day)
    return day === dia ? time : `${date} ${time}`
  }
  return `${format(from)} – ${format(to)}`
}

const clashWords: Partial<Record<Codigo, string>> = {
  CAMION_OCUPADO: 'camión',
  PILOTO_OCUPADO: 'piloto',
  AYUDANTE_OCUPADO: 'ayudante',
}

/** Returns 'Se traslapa: camión, piloto', or '' without clashes. */
export const clashText = (codigos: readonly Codigo[]) => {
  const words = codigos.flatMap((codigo) => clashWords[codigo] ?? [])
  return words.length > 0 ? `Se traslapa: ${words.join(', ')}` : ''
}

/** Returns `fecha` and `hora` moved by the difference between two company-local times. */
export function shiftStart({ fecha, hora }: { fecha: string; hora: string }, from: string, to: string) {
  const moved = minutesFrom(fecha, to) - minutesFrom(fecha, from)
  const start = minutesFrom(fecha, `${fecha} ${hora.slice(0, 5)}`)
  const [day = '', time = ''] = localAt(fecha, start + moved).split(' ')
  return { fecha: day, hora: time }
}

/** Returns the address of the form for a new trip of a row; `hora` is a whole hour. */
export const newTripHref = ({ id, estado }: BoardRow, dia: string, hora?: number) =>
  `/ingresar-ruta?${estado === undefined ? 'chofer_id' : 'camion_id'}=${id}&fecha=${dia}${hora === undefined ? '' : `&hora=${hourText(hora)}`}`

export const hourText = (hora: number) => `${String(hora).padStart(2, '0')}:00`
