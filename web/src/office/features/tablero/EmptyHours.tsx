import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { type BoardRow, dayMinutes, hourText, newTripHref, type PlacedTrip } from './boardRows.ts'

interface Props {
  fila: BoardRow
  trips: readonly PlacedTrip[]
  dia: string
  /** Only the first row's link is a tab stop. */
  isFirst: boolean
}

const hourMinutes = 60
const hoursOfDay = dayMinutes / hourMinutes
/** Where the keyboard starts. */
const firstHour = 6

const linkMark = 'data-horas'

const emptyHoursOf = (trips: readonly PlacedTrip[]) =>
  Array.from({ length: hoursOfDay }, (_each, hour) => hour).filter((hour) =>
    trips.every(({ from, to }) => to <= hour * hourMinutes || from >= (hour + 1) * hourMinutes),
  )

function hourAt({ currentTarget, clientX }: MouseEvent) {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.floor(((clientX - left) / width) * hoursOfDay)
}

/**
 * A link over a row's free time: a click opens the form of a new trip at that hour. With the keyboard the arrows choose a
 * row and an empty hour, and Enter opens the form. One link a row: one per hour would cost more than the trips.
 */
export function EmptyHours({ fila, trips, dia, isFirst }: Props) {
  const [, navigate] = useLocation()
  const [pointed, setPointed] = useState<number | null>(null)
  const [focused, setFocused] = useState(firstHour)
  const empty = emptyHoursOf(trips)
  const hour = empty.find((each) => each >= focused) ?? empty.at(-1)
  if (hour === undefined) return null
  const shown = pointed === null ? hour : empty.includes(pointed) ? pointed : null
  const move = (event: KeyboardEvent) => {
    const row = event.currentTarget.closest('li')
    const other = { ArrowUp: row?.previousElementSibling, ArrowDown: row?.nextElementSibling }[event.key]
    if (other) {
      event.preventDefault()
      other.querySelector<HTMLElement>(`[${linkMark}]`)?.focus()
    }
    const isLeft = event.key === 'ArrowLeft'
    if (!isLeft && event.key !== 'ArrowRight') return
    event.preventDefault()
    setPointed(null)
    setFocused((isLeft ? empty.findLast((each) => each < hour) : empty.find((each) => each > hour)) ?? hour)
  }
  const open = (event: MouseEvent) => {
    // Enter has a click count of 0, and the browser handles a click for another tab.
    if (event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const clicked = hourAt(event)
    if (empty.includes(clicked)) navigate(newTripHref(fila, dia, clicked))
  }
  return (
    <Link
      href={newTripHref(fila, dia, shown ?? hour)}
      aria-label={`Nuevo viaje con ${fila.nombre} a las ${hourText(shown ?? hour)}`}
      onClick={open}
      onKeyDown={move}
      onPointerMove={(event: PointerEvent) => event.pointerType === 'mouse' && setPointed(hourAt(event))}
      onPointerLeave={() => setPointed(null)}
      draggable={false}
      tabIndex={isFirst ? undefined : -1}
      {...{ [linkMark]: '' }}
      className="group relative col-start-2 row-start-1 scroll-mt-28 scroll-mb-4 cursor-default outline-none"
    >
      {shown !== null && (
        <span
          aria-hidden="true"
          className="absolute inset-y-1 grid cursor-pointer place-items-center rounded-[6px] border-2 border-dashed border-link font-bold text-link opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
          style={{ left: `${(shown / hoursOfDay) * 100}%`, width: `${100 / hoursOfDay}%` }}
        >
          +
        </span>
      )}
    </Link>
  )
}
