import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePopoverPosition } from '../../../ui/usePopoverPosition.ts'
import type { BoardRow, BoardTrip } from './boardRows.ts'
import { type BoardClock, blockColor, TripText } from './TripBlock.tsx'

interface Props {
  board: RefObject<HTMLElement | null>
  filas: readonly BoardRow[]
  clock: BoardClock
}

/** So long the mouse rests before it is told, and may be away on its way to what is told. */
const hoverDelayMs = 250

/** All of the trip whose bar has the mouse or the focus; Esc hides it. For a reader the bar says it itself. */
export function TripDetail({ board, filas, clock }: Props) {
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => (board.current ? watchActiveBar(board.current, popup, setBar) : undefined), [board])
  const id = Number(bar?.id.slice('fila-'.length))
  const viaje = bar && filas.flatMap(({ viajes }) => viajes).find((each) => each.id === id)
  return viaje && <TripDetailPopup key={id} ref={popup} bar={bar} viaje={viaje} clock={clock} />
}

interface TripDetailPopupProps {
  ref: RefObject<HTMLDivElement | null>
  bar: HTMLElement
  viaje: BoardTrip
  clock: BoardClock
}

function TripDetailPopup({ ref, bar, viaje, clock }: TripDetailPopupProps) {
  const anchor = useRef(bar)
  usePopoverPosition(true, anchor, ref)
  return (
    <div
      ref={ref}
      aria-hidden="true"
      popover="manual"
      className={`fixed inset-auto m-0 max-w-80 min-w-52 overflow-auto rounded-ui border p-0 text-sm leading-5 shadow-soft ${blockColor(viaje, clock)}`}
    >
      <TripText viaje={viaje} clock={clock} />
    </div>
  )
}

/** Tells which bar of a board is looked at, null for none; gives what ends it. */
function watchActiveBar(
  board: HTMLElement,
  popup: RefObject<HTMLElement | null>,
  show: (bar: HTMLElement | null) => void,
) {
  let timer = 0
  const showAfter = (bar: HTMLElement | null, wait = hoverDelayMs) => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => show(bar), wait)
  }
  const barOf = (target: EventTarget | null) =>
    target instanceof Element && board.contains(target) ? target.closest<HTMLElement>('[id^="fila-"]') : null
  const focused = () => {
    const bar = barOf(document.activeElement)
    return bar?.matches(':focus-visible') ? bar : null
  }
  const controller = new AbortController()
  const on = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(name, listener, { signal: controller.signal, capture: true })
  on('pointerover', ({ target, pointerType, buttons }) => {
    if (pointerType !== 'mouse' || buttons > 0) return
    // The mouse may go on to what is told.
    if (popup.current?.contains(target as Node)) window.clearTimeout(timer)
    else showAfter(barOf(target) ?? focused())
  })
  on('focusin', () => showAfter(focused(), 0))
  on('focusout', () => showAfter(null, 0))
  on('pointerdown', () => showAfter(null, 0))
  on('keydown', ({ key }) => key === 'Escape' && showAfter(null, 0))
  return () => {
    window.clearTimeout(timer)
    controller.abort()
  }
}
