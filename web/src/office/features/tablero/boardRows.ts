import type { Codigo } from '@flota/contract/codigos.ts'
import { nowIn } from '@flota/contract/dates.ts'
import { formatFecha, fullName } from '@flota/contract/format.ts'
import { type CurrentTime, lateMinutesOf } from '@flota/contract/retraso.ts'
import type { Tablero, ViajeDelTablero } from '@flota/contract/tablero.ts'

/** `placa` is not known of what nobody closed. */
export type BoardTrip = ViajeDelTablero & { placa?: string }

/** A truck, or a pilot, who has no state of its own. */
export interface BoardRow {
  id: number
  nombre: string
  estado?: Tablero['camiones'][number]['estado']
  viajes: readonly BoardTrip[]
}

/** A row a truck, as the server orders them. */
export const rowsByTruck = ({ camiones }: Tablero): BoardRow[] =>
  camiones.map(({ id, placa, estado, rutas }) => ({ id, nombre: placa, estado, viajes: rutas }))

/** A row a pilot, by name; those without a trip too. */
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

/** Which trips are shown: all, what is late, or what clashes; as the address says it. */
export const tripFilters = ['', 'retraso', 'choques'] as const
export type TripFilter = (typeof tripFilters)[number]

export const matchesFilter = (solo: TripFilter, viaje: BoardTrip, ahora: CurrentTime | undefined) =>
  solo === '' || (solo === 'retraso' ? minutesLate(viaje, ahora) > 0 : viaje.avisos.length > 0)

/** The rows that have such trips, with those alone. */
export const filterRows = (solo: TripFilter, filas: readonly BoardRow[], ahora: CurrentTime | undefined) =>
  filas
    .map((fila) =>
      solo ? { ...fila, viajes: fila.viajes.filter((viaje) => matchesFilter(solo, viaje, ahora)) } : fila,
    )
    .filter(({ viajes }) => viajes.length > 0)

const localTimes = new Map<string, string>()

/** The company's `YYYY-MM-DD HH:MM` of a moment. */
export function localOf(moment: string, zona: string) {
  const key = `${zona} ${moment}`
  // A block asks several times, and to reckon it costs a tenth of drawing the block.
  const local = localTimes.get(key) ?? nowIn(zona, new Date(moment))
  localTimes.set(key, local)
  return local
}

/** For how many minutes a trip has been late. */
export const minutesLate = ({ estado, desde, hasta }: BoardTrip, ahora: CurrentTime | undefined) =>
  lateMinutesOf({ estado, inicio: desde, fin: hasta }, ahora)

export const dayMinutes = 1440
const minuteMs = 60_000

/** A company's `YYYY-MM-DD HH:MM` as if it were UTC's: enough to reckon with. */
const parseLocal = (local: string) => Date.parse(`${local.replace(' ', 'T')}Z`)

/** Minutes from a day's beginning to a company's `YYYY-MM-DD HH:MM`: less than 0 the day before. */
export const minutesFrom = (dia: string, local: string) =>
  (parseLocal(local) - parseLocal(`${dia} 00:00`)) / minuteMs

/** The company's `YYYY-MM-DD HH:MM` so many minutes after a day's beginning. */
export const localAt = (dia: string, minutes: number) =>
  new Date(parseLocal(`${dia} 00:00`) + minutes * minuteMs).toISOString().slice(0, 16).replace('T', ' ')

/** Minutes of the day at a company's `YYYY-MM-DD HH:MM`; another day's are the day's edge. */
export const minuteOf = (local: string, dia: string) =>
  Math.min(Math.max(minutesFrom(dia, local), 0), dayMinutes)

export interface PlacedTrip {
  viaje: BoardTrip
  /** Minutes of the day. */
  from: number
  to: number
  /** From 0: trips at the same time stand below one another. */
  lane: number
}

/** What of a trip lies in the day that lasts from one minute to another, which may lie outside it. */
export const clampToDay = (begins: number, ends: number) => ({
  from: Math.max(begins, 0),
  to: Math.min(ends, dayMinutes),
})

/** Where each trip of a row stands in its day. */
export function placeTrips(viajes: readonly BoardTrip[], dia: string, zona: string): PlacedTrip[] {
  const ends: number[] = []
  return viajes.map((viaje) => {
    const { from, to } = clampToDay(
      minutesFrom(dia, localOf(viaje.desde, zona)),
      minutesFrom(dia, localOf(viaje.hasta, zona)),
    )
    const free = ends.findIndex((end) => end <= from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = to
    return { viaje, from, to, lane }
  })
}

/** '08:00 – 12:30' of two `YYYY-MM-DD HH:MM`, with the day where it is another, and its year where that is. */
export function horasBetween(from: string, to: string, dia: string) {
  const said = (local: string) => {
    const [day = '', time = ''] = local.split(' ')
    const written = day.slice(0, 4) === dia.slice(0, 4) ? formatFecha(day).slice(0, 5) : formatFecha(day)
    return day === dia ? time : `${written} ${time}`
  }
  return `${said(from)} – ${said(to)}`
}

const clashWords: Partial<Record<Codigo, string>> = {
  CAMION_OCUPADO: 'camión',
  PILOTO_OCUPADO: 'piloto',
  AYUDANTE_OCUPADO: 'ayudante',
}

/** 'Choca: camión, piloto'; empty where nothing clashes. */
export const clashText = (codigos: readonly Codigo[]) => {
  const said = codigos.flatMap((codigo) => clashWords[codigo] ?? [])
  return said.length > 0 ? `Choca: ${said.join(', ')}` : ''
}

/** `fecha` and `hora` of a route moved by as much as its beginning, from one company's `YYYY-MM-DD HH:MM` to another. */
export function shiftStart({ fecha, hora }: { fecha: string; hora: string }, from: string, to: string) {
  const moved = minutesFrom(fecha, to) - minutesFrom(fecha, from)
  const start = minutesFrom(fecha, `${fecha} ${hora.slice(0, 5)}`)
  const [day = '', time = ''] = localAt(fecha, start + moved).split(' ')
  return { fecha: day, hora: time }
}
