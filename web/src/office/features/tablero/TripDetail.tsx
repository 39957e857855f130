import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePopoverPosition } from '../../../ui/usePopoverPosition.ts'
import type { BoardRow, BoardTrip } from './boardRows.ts'
import { type BoardClock, blockColor, TripText } from './TripBlock.tsx'

interface Props {
  board: RefObject<HTMLElement | null>
  filas: readonly BoardRow[]
  clock: BoardClock
}

/** Delay before the details open, and before they close after the mouse leaves the bar. */
const hoverDelayMs = 250

/** Shows the details of the bar under the mouse or the focus. Screen readers get them from the bar itself. */
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

/** Reports the active bar of the board, null for none; returns the cleanup function. */
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
    // Keeps the details open while the mouse is over them.
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
