import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type BoardRow, dayMinutes, localOf, minutesFrom } from '../boardRows.ts'
import type { BoardClock } from '../TripBlock.tsx'
import { type BoardPosition, draggedStart, isSamePosition, type TripDrop } from './dropPosition.ts'

/** A dragged trip; `at` is null outside the rows. */
type DraggedTrip = Omit<TripDrop, 'at'> & { at: BoardPosition | null }

type Location = Parameters<NonNullable<Parameters<typeof draggable>[0]['onDrag']>>[0]['location']

interface DragOptions {
  board: RefObject<HTMLElement | null>
  filas: readonly BoardRow[]
  clock: BoardClock
  onDrop: (drop: TripDrop) => void
}

const rowAt = ({ clientX, clientY }: Location['current']['input']) =>
  document.elementFromPoint(clientX, clientY)?.closest('[data-fila]')
const idOf = (element: Element, name: 'fila' | 'viaje') =>
  Number(element.closest<HTMLElement>(`[data-${name}]`)?.dataset[name])

/** Returns the minute of the day at an x coordinate, however far the board is scrolled. */
function minuteAt(row: Element, x: number) {
  const { left, width } = (row.lastElementChild ?? row).getBoundingClientRect()
  return ((x - left) / width) * dayMinutes
}

/** Tracks the dragged trip. Escape and a drop at the old place or outside the board cancel the drag. */
export function useDrag({ board, filas, clock: { dia, zona }, onDrop }: DragOptions) {
  const [dragged, setDragged] = useState<(DraggedTrip & { grabbed: number }) | null>(null)
  const grab = useEffectEvent((block: Element, { initial }: Location) => {
    const fila = idOf(block, 'fila')
    const id = idOf(block, 'viaje')
    const viaje = filas.find((row) => row.id === fila)?.viajes.find((each) => each.id === id)
    const row = block.closest('[data-fila]')
    if (!viaje || !row) return
    const from = { fila, start: minutesFrom(dia, localOf(viaje.desde, zona)) }
    setDragged({ viaje, from, at: from, grabbed: minuteAt(row, initial.input.clientX) })
  })
  const placeOf = ({ current: { dropTargets, input } }: Location): BoardPosition | null => {
    const row = dropTargets.length > 0 && rowAt(input)
    if (!dragged || !row) return null
    const start = minuteAt(row, input.clientX) - dragged.grabbed
    return { fila: idOf(row, 'fila'), start: draggedStart(dragged.from.start, start) }
  }
  const move = useEffectEvent((location: Location) => {
    const at = placeOf(location)
    if (dragged && !isSamePosition(dragged.at, at)) setDragged({ ...dragged, at })
  })
  const drop = useEffectEvent((location: Location) => {
    const at = placeOf(location)
    setDragged(null)
    if (dragged && at && !isSamePosition(dragged.from, at)) onDrop({ ...dragged, at })
  })
  useEffect(
    () => (board.current ? makeTripsDraggable(board.current, { grab, move, drop }) : undefined),
    [board],
  )
  return dragged
}

interface DragHandlers {
  grab: (block: Element, location: Location) => void
  move: (location: Location) => void
  drop: (location: Location) => void
}

/** Makes blocks draggable; returns the cleanup. Of some 900 blocks only the one under the mouse has listeners. */
function makeTripsDraggable(board: HTMLElement, { grab, move, drop }: DragHandlers) {
  let armed: { block: HTMLElement; disarm: () => void } | undefined
  const arm = ({ target }: PointerEvent) => {
    const block = target instanceof Element && target.closest<HTMLElement>('[data-viaje]')
    if (!block || block === armed?.block) return
    armed?.disarm()
    const disarm = draggable({
      element: block,
      onDragStart: ({ location }) => {
        block.dataset.dragged = ''
        grab(block, location)
      },
      onDrag: ({ location }) => move(location),
      onDrop: ({ location }) => {
        delete block.dataset.dragged
        drop(location)
      },
    })
    armed = { block, disarm }
  }
  // Uses pointermove, not pointerenter: the mouse may be over a block before this module loads.
  board.addEventListener('pointermove', arm)
  const leave = dropTargetForElements({ element: board })
  return () => {
    board.removeEventListener('pointermove', arm)
    armed?.disarm()
    leave()
  }
}
