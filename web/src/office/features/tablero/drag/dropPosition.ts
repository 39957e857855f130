import { type Codigo, occupiedCodigos } from '@flota/contract/codigos.ts'
import { isOpen } from '@flota/contract/estados.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import {
  type BoardRow,
  type BoardTrip,
  dayMinutes,
  localAt,
  localOf,
  minutesFrom,
  shiftStart,
} from '../boardRows.ts'
import type { TripChanges } from '../edit/useSaveTripEdit.ts'
import type { BoardClock } from '../TripBlock.tsx'

/** A place on the board. */
export interface BoardPosition {
  /** The row's id. */
  fila: number
  /** Minutes from the shown day's beginning; less than 0 of a trip that began before it and keeps its hour. */
  start: number
}

/** A trip in the hand: whence, and over what it is now. */
export interface TripDrop {
  viaje: BoardTrip
  from: BoardPosition
  at: BoardPosition
}

export const isSamePosition = (a: BoardPosition | null, b: BoardPosition | null) =>
  a?.fila === b?.fila && a?.start === b?.start

/** A row is a pilot where its trips say their truck. */
export const isByPiloto = ({ placa }: BoardTrip) => placa !== undefined

/** A quarter of an hour is eleven pixels on the narrowest board. */
const dragStepMinutes = 15

/**
 * The start of a trip that is dragged by so many minutes. Less than a step keeps its hour, so that a hand that moves it
 * straight to another row does not change it; any other stands on a quarter and in the shown day.
 */
export function draggedStart(start: number, dragged: number) {
  if (Math.abs(dragged) < dragStepMinutes) return start
  const there = Math.min(
    Math.max(Math.round((start + dragged) / dragStepMinutes) * dragStepMinutes, 0),
    dayMinutes - dragStepMinutes,
  )
  // One that began the day before is not pulled later by a hand that moves it to the left.
  return dragged < 0 ? Math.min(start, there) : there
}

/** When a trip begins and ends, in minutes from the shown day's beginning. */
const tripMinutes = ({ desde, hasta }: BoardTrip, { dia, zona }: Pick<BoardClock, 'dia' | 'zona'>) =>
  [minutesFrom(dia, localOf(desde, zona)), minutesFrom(dia, localOf(hasta, zona))] as const

/** When a held trip would end, likewise. */
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

/** What a trip would clash in, as far as the board itself knows: the server is asked too. */
export function clashesAtDrop(
  { viaje, at }: Pick<TripDrop, 'viaje' | 'at'>,
  { filas, ...clock }: BoardDayRows,
): Codigo[] {
  const end = dropEnd({ viaje, at }, clock)
  const found = new Set<Codigo>()
  for (const row of filas)
    for (const other of row.viajes) {
      if (other.id === viaje.id || !isOpen(other)) continue
      const [begins, ends] = tripMinutes(other, clock)
      if (begins >= end || ends <= at.start) continue
      const sameRow = row.id === at.fila
      if (isByPiloto(viaje) ? other.placa === viaje.placa : sameRow) found.add('CAMION_OCUPADO')
      if (isByPiloto(viaje) ? sameRow : other.chofer_id === viaje.chofer_id) found.add('PILOTO_OCUPADO')
      if (viaje.ayudante_id !== null && other.ayudante_id === viaje.ayudante_id) found.add('AYUDANTE_OCUPADO')
    }
  return occupiedCodigos.filter((codigo) => found.has(codigo))
}

/** What a landing changes of a route: an hour by as much as the trip's beginning, whichever end the hour is. */
export const dropChanges = (
  { viaje, from, at }: TripDrop,
  ruta: Ruta,
  { dia, zona }: BoardClock,
): TripChanges => ({
  ...(at.fila !== from.fila && { [isByPiloto(viaje) ? 'chofer_id' : 'camion_id']: at.fila }),
  ...(at.start !== from.start && shiftStart(ruta, localOf(viaje.desde, zona), localAt(dia, at.start))),
})
