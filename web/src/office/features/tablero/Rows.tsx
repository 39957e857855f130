import { type CSSProperties, memo, type RefObject, useRef, useState } from 'react'
import { useViajeAccess } from '../../../trip/office/useViajeAccess.ts'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { useLazyModule } from '../../../ui/useLazyModule.ts'
import { dayMinutes, minuteOf, placeTrips } from './boardRows.ts'
import { EmptyHours } from './EmptyHours.tsx'
import { menuForRow } from './edit/useTripMenu.tsx'
import { List, type RowProps, type RowsProps } from './List.tsx'
import { Collapsible, RowHeader, rowSummary } from './RowHeader.tsx'
import { EstadoIconMasks, rowHeightPx, TripBar } from './TripBar.tsx'
import type { BoardClock } from './TripBlock.tsx'
import { TripDetail } from './TripDetail.tsx'
import { useVisibleRows } from './useVisibleRows.ts'

export function Rows(props: Omit<RowsProps, 'unfolded' | 'onUnfold'>) {
  const [unfolded, onUnfold] = useState(false)
  const all = { ...props, unfolded, onUnfold }
  return useIsPhone() ? <List {...all} /> : <HoursGrid {...all} />
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const rowClass = 'grid grid-cols-[11.5rem_1fr]'
const hourLines: CSSProperties = {
  backgroundImage:
    'repeating-linear-gradient(to right, var(--color-line) 0 1px, transparent 1px calc(100% / 24))',
}

/** One row per truck or pilot; a trip's width is its duration. */
function HoursGrid({ label, filas, allRows, freeRows, clock, menu, move, unfolded, onUnfold }: RowsProps) {
  const board = useRef<HTMLElement>(null)
  const [isDragging, setIsDragging] = useState(false)
  return (
    <section
      ref={board}
      aria-label={label}
      data-print
      data-wide
      className="relative rounded-ui border border-line bg-card shadow-soft"
    >
      <EstadoIconMasks />
      <div
        aria-hidden="true"
        className={`${rowClass} sticky top-14 z-3 rounded-t-ui border-b border-line bg-sunken`}
      >
        <span />
        <span className="grid grid-cols-24 py-1 text-sm text-muted tabular-nums">
          {hours.map((hour) => (
            <span key={hour} className="pl-1 max-xl:not-nth-[3n+1]:invisible">
              {hour}
            </span>
          ))}
        </span>
      </div>
      <NowLine clock={clock} />
      <HourRows label={label} filas={filas} clock={clock} menu={menu} />
      {freeRows.filas.length > 0 && (
        <div className="border-t border-line">
          {/* A dragged trip may be dropped on a free row. */}
          <Collapsible
            title={freeRows.title}
            open={unfolded || isDragging}
            onToggle={() => onUnfold(!unfolded)}
          >
            <HourRows label={freeRows.title} filas={freeRows.filas} clock={clock} menu={menu} free />
          </Collapsible>
        </div>
      )}
      <TripDetail board={board} filas={filas} clock={clock} />
      <LazyDragLayer board={board} filas={allRows} clock={clock} move={move} onDragging={setIsDragging} />
    </section>
  )
}

interface HourRowsProps extends Pick<RowsProps, 'label' | 'filas' | 'clock' | 'menu'> {
  /** Rows without trips offer a new one. */
  free?: boolean
}

function HourRows({ label, filas, clock, menu, free = false }: HourRowsProps) {
  const { create } = useViajeAccess()
  const list = useRef<HTMLUListElement>(null)
  const isNear = useVisibleRows(list, filas)
  return (
    <ul ref={list} aria-label={label} className="divide-y divide-line">
      {filas.map((fila, index) => {
        const near = isNear(fila)
        return (
          <li key={fila.id} data-fila={fila.id} className={near ? rowClass : 'h-10.25'}>
            {near ? (
              <HourRow
                fila={fila}
                clock={clock}
                create={create}
                free={free}
                isFirst={index === 0}
                {...menuForRow(menu, fila)}
              />
            ) : (
              rowSummary(fila)
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface HourRowProps extends RowProps {
  create: boolean
  free: boolean
  isFirst: boolean
}

const HourRow = memo(({ fila, clock, create, free, isFirst, ...menu }: HourRowProps) => {
  const trips = placeTrips(fila.viajes, clock)
  return (
    <>
      <div className="grid items-center border-r border-line px-2">
        <RowHeader fila={fila} clock={clock} isNewTripOffered={create && free} />
      </div>
      {create && <EmptyHours fila={fila} trips={trips} dia={clock.dia} isFirst={isFirst} />}
      <ul
        aria-label={`Viajes de ${fila.nombre}`}
        // The button of the empty hours is below the list.
        className="pointer-events-none relative col-start-2 row-start-1 select-none *:pointer-events-auto"
        style={{ ...hourLines, height: rowHeightPx(Math.max(...trips.map(({ lane }) => lane + 1))) }}
      >
        {trips.map((each) => (
          <TripBar key={each.viaje.id} placed={each} clock={clock} {...menu} />
        ))}
      </ul>
    </>
  )
})

interface LazyDragLayerProps extends Pick<RowsProps, 'filas' | 'clock' | 'move'> {
  board: RefObject<HTMLElement | null>
  onDragging: (isDragging: boolean) => void
}

/** Loads dragging only for users who may edit trips. */
function LazyDragLayer(props: LazyDragLayerProps) {
  const { edit } = useViajeAccess()
  const loaded = useLazyModule(
    edit,
    'lo que mueve los viajes',
    () => import('./drag/DragLayer.tsx'),
    () => undefined,
  )
  return loaded && <loaded.DragLayer {...props} />
}

/** Marks the current minute if the board shows today. */
function NowLine({ clock: { dia, ahora } }: { clock: BoardClock }) {
  if (ahora?.local.slice(0, 10) !== dia) return null
  const part = minuteOf(ahora.local, dia) / dayMinutes
  return (
    <div
      aria-hidden="true"
      data-ahora
      className="pointer-events-none absolute inset-y-0 border-l-2 border-danger in-aria-busy:hidden"
      style={{ left: `calc(11.5rem + (100% - 11.5rem) * ${part})` }}
    />
  )
}
