import type { Codigo } from '@flota/contract/codigos.ts'
import { nowIn } from '@flota/contract/dates.ts'
import { fecha, nombreCompleto } from '@flota/contract/format.ts'
import { type Ahora, retrasoOf } from '@flota/contract/retraso.ts'
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
  for (const { viajes } of rows.values()) viajes.sort((a, b) => Date.parse(a.desde) - Date.parse(b.desde))
  const { compare } = new Intl.Collator('es')
  return [...rows.values()].sort((a, b) => compare(a.nombre, b.nombre))
}

/** Which trips are shown: all, what is late, or what clashes; as the address says it. */
export const solos = ['', 'retraso', 'choques'] as const
export type Solo = (typeof solos)[number]

export const isOf = (solo: Solo, viaje: Viaje, ahora: Ahora | undefined) =>
  solo === '' || (solo === 'retraso' ? lateBy(viaje, ahora) > 0 : viaje.avisos.length > 0)

/** The rows that have such trips, with those alone. */
export const only = (solo: Solo, filas: readonly Fila[], ahora: Ahora | undefined) =>
  filas
    .map((fila) =>
      solo ? { ...fila, viajes: fila.viajes.filter((viaje) => isOf(solo, viaje, ahora)) } : fila,
    )
    .filter(({ viajes }) => viajes.length > 0)

const known = new Map<string, string>()

/** The company's `YYYY-MM-DD HH:MM` of a moment. */
export function localOf(moment: string, zona: string) {
  const key = `${zona} ${moment}`
  // A block asks several times, and to reckon it costs a tenth of drawing the block.
  const local = known.get(key) ?? nowIn(zona, new Date(moment))
  known.set(key, local)
  return local
}

/** For how many minutes a trip has been late. */
export const lateBy = ({ estado, desde, hasta }: Viaje, ahora: Ahora | undefined) =>
  retrasoOf({ estado, inicio: desde, fin: hasta }, ahora)

export const dayMinutes = 1440
const minute = 60_000

/** A company's `YYYY-MM-DD HH:MM` as if it were UTC's: enough to reckon with. */
const at = (local: string) => Date.parse(`${local.replace(' ', 'T')}Z`)

/** Minutes from a day's beginning to a company's `YYYY-MM-DD HH:MM`: less than 0 the day before. */
export const minutesFrom = (dia: string, local: string) => (at(local) - at(`${dia} 00:00`)) / minute

/** The company's `YYYY-MM-DD HH:MM` so many minutes after a day's beginning. */
export const localAt = (dia: string, minutes: number) =>
  new Date(at(`${dia} 00:00`) + minutes * minute).toISOString().slice(0, 16).replace('T', ' ')

/** Minutes of the day at a company's `YYYY-MM-DD HH:MM`; another day's are the day's edge. */
export const minuteOf = (local: string, dia: string) =>
  Math.min(Math.max(minutesFrom(dia, local), 0), dayMinutes)

export interface Placed {
  viaje: Viaje
  /** Minutes of the day. */
  from: number
  to: number
  /** From 0: trips at the same time stand below one another. */
  lane: number
}

/** What of a trip lies in the day that lasts from one minute to another, which may lie outside it. */
export const spanOf = (begins: number, ends: number) => ({
  from: Math.max(begins, 0),
  to: Math.min(ends, dayMinutes),
})

/** Where each trip of a row stands in its day. */
export function placed(viajes: readonly Viaje[], dia: string, zona: string): Placed[] {
  const ends: number[] = []
  return viajes.map((viaje) => {
    const { from, to } = spanOf(
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
    const written = day.slice(0, 4) === dia.slice(0, 4) ? fecha(day).slice(0, 5) : fecha(day)
    return day === dia ? time : `${written} ${time}`
  }
  return `${said(from)} – ${said(to)}`
}

const what: Partial<Record<Codigo, string>> = {
  CAMION_OCUPADO: 'camión',
  PILOTO_OCUPADO: 'piloto',
  AYUDANTE_OCUPADO: 'ayudante',
}

/** 'Choca: camión, piloto'; empty where nothing clashes. */
export const choque = (codigos: readonly Codigo[]) => {
  const said = codigos.flatMap((codigo) => what[codigo] ?? [])
  return said.length > 0 ? `Choca: ${said.join(', ')}` : ''
}

/** `fecha` and `hora` of a route moved by as much as its beginning, from one company's `YYYY-MM-DD HH:MM` to another. */
export function shifted({ fecha, hora }: { fecha: string; hora: string }, from: string, to: string) {
  const moved = minutesFrom(fecha, to) - minutesFrom(fecha, from)
  const start = minutesFrom(fecha, `${fecha} ${hora.slice(0, 5)}`)
  const [day = '', time = ''] = localAt(fecha, start + moved).split(' ')
  return { fecha: day, hora: time }
}
