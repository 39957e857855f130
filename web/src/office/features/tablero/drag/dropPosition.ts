import { type Codigo, occupiedCodigos } from '@flota/contract/records/codigos.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import {
  type BoardRow,
  type BoardTrip,
  dayMinutes,
  isMovable,
  localAt,
  localOf,
  minutesFrom,
  shiftStart,
} from '../boardRows.ts'
import type { TripChanges } from '../edit/useSaveTripEdit.ts'
import type { BoardClock } from '../TripBlock.tsx'

export interface BoardPosition {
  fila: number
  /** Minutes from the start of the shown day; negative if the trip began before it and keeps its hour. */
  start: number
}

/** A dragged trip: its origin and its current position. */
export interface TripDrop {
  viaje: BoardTrip
  from: BoardPosition
  at: BoardPosition
}

export const isSamePosition = (a: BoardPosition | null, b: BoardPosition | null) =>
  a?.fila === b?.fila && a?.start === b?.start

/** Only boards with one row per pilot have trips with a `placa`. */
export const isByPiloto = ({ placa }: BoardTrip) => placa !== undefined

/** A quarter of an hour is eleven pixels on the narrowest board. */
const dragStepMinutes = 15

/**
 * Returns the start of a trip dragged by so many minutes. A drag below one step keeps the hour, so that a
 * vertical drag changes the row only. A longer drag snaps to a quarter of an hour within the shown day.
 */
export function draggedStart(start: number, dragged: number) {
  if (Math.abs(dragged) < dragStepMinutes) return start
  const snapped = Math.min(
    Math.max(Math.round((start + dragged) / dragStepMinutes) * dragStepMinutes, 0),
    dayMinutes - dragStepMinutes,
  )
  // A drag to the left never moves a trip from the day before to a later time.
  return dragged < 0 ? Math.min(start, snapped) : snapped
}

/** Returns start and end in minutes from the start of the shown day. */
const tripMinutes = ({ desde, hasta }: BoardTrip, { dia, zona }: Pick<BoardClock, 'dia' | 'zona'>) =>
  [minutesFrom(dia, localOf(desde, zona)), minutesFrom(dia, localOf(hasta, zona))] as const

/** Returns the end in minutes from the start of the shown day. */
export function dropEnd(
  { viaje, at }: Pick<TripDrop, 'viaje' | 'at'>,
  clock: Pick<BoardClock, 'dia' | 'zona'>,
) {
  const [begins, ends] = tripMinutes(viaje, clock)
  return at.start + ends - begins
}

interface BoardDayRows extends Pick<BoardClock, 'dia' | 'zona'> {
  filas: readonly BoardRow[]
}

/** Returns the clashes that the board itself knows; the server checks the drop too. */
export function clashesAtDrop(
  { viaje, at }: Pick<TripDrop, 'viaje' | 'at'>,
  { filas, ...clock }: BoardDayRows,
): Codigo[] {
  const end = dropEnd({ viaje, at }, clock)
  const found = new Set<Codigo>()
  for (const row of filas)
    for (const other of row.viajes) {
      if (other.id === viaje.id || !isMovable(other)) continue
      const [begins, ends] = tripMinutes(other, clock)
      if (begins >= end || ends <= at.start) continue
      const sameRow = row.id === at.fila
      if (isByPiloto(viaje) ? other.placa === viaje.placa : sameRow) found.add('CAMION_OCUPADO')
      if (isByPiloto(viaje) ? sameRow : other.chofer_id === viaje.chofer_id) found.add('PILOTO_OCUPADO')
      if (viaje.ayudante_id !== null && other.ayudante_id === viaje.ayudante_id) found.add('AYUDANTE_OCUPADO')
    }
  return occupiedCodigos.filter((codigo) => found.has(codigo))
}

/** Returns the changed fields. The hour moves as the block does, because `hora` may be the start or the end. */
export const dropChanges = (
  { viaje, from, at }: TripDrop,
  ruta: Ruta,
  { dia, zona }: BoardClock,
): TripChanges => ({
  ...(at.fila !== from.fila && { [isByPiloto(viaje) ? 'chofer_id' : 'camion_id']: at.fila }),
  ...(at.start !== from.start && shiftStart(ruta, localOf(viaje.desde, zona), localAt(dia, at.start))),
})
