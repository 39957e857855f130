import { memo, useRef } from 'react'
import { useViajeAccess } from '../../../trip/office/useViajeAccess.ts'
import { cx } from '../../../ui/cx.ts'
import type { BoardRow } from './boardRows.ts'
import type { MoveHandlers } from './edit/useTripEdit.tsx'
import { menuForRow, type TripMenu } from './edit/useTripMenu.tsx'
import { Collapsible, RowHeader, rowSummary } from './RowHeader.tsx'
import { type BoardClock, TripBlock } from './TripBlock.tsx'
import { useVisibleRows } from './useVisibleRows.ts'

export interface RowsProps {
  label: string
  /** Rows with a visible trip. */
  filas: readonly BoardRow[]
  /** All rows, also filtered ones: a moved trip may clash with them. */
  allRows: readonly BoardRow[]
  /** Rows without trips. */
  freeRows: { title: string; filas: readonly BoardRow[] }
  clock: BoardClock
  menu: TripMenu
  move: MoveHandlers
  unfolded: boolean
  onUnfold: (open: boolean) => void
}

export interface RowProps extends TripMenu {
  fila: BoardRow
  clock: BoardClock
}

/** The phone's view: one card per truck or pilot. */
export function List({ label, filas, clock, menu, freeRows, unfolded, onUnfold }: RowsProps) {
  const { create } = useViajeAccess()
  const list = useRef<HTMLUListElement>(null)
  const isNear = useVisibleRows(list, filas)
  return (
    <section aria-label={label} className="grid grid-cols-1 gap-3">
      <ul ref={list} aria-label={label} className="grid grid-cols-1 gap-3 empty:hidden">
        {filas.map((fila) => (
          <li
            key={fila.id}
            data-fila={fila.id}
            className={cx(
              'rounded-ui border border-line bg-card p-3 shadow-soft',
              !isNear(fila) && 'min-h-50',
            )}
          >
            {isNear(fila) ? (
              <RowCard fila={fila} clock={clock} {...menuForRow(menu, fila)} />
            ) : (
              rowSummary(fila)
            )}
          </li>
        ))}
      </ul>
      {freeRows.filas.length > 0 && (
        <div className="overflow-hidden rounded-ui border border-line bg-card shadow-soft">
          <Collapsible title={freeRows.title} open={unfolded} onToggle={() => onUnfold(!unfolded)}>
            <ul aria-label={freeRows.title} className="divide-y divide-line border-t border-line">
              {freeRows.filas.map((fila) => (
                <li key={fila.id} className="px-3 py-2.5">
                  <RowHeader fila={fila} clock={clock} isNewTripOffered={create} />
                </li>
              ))}
            </ul>
          </Collapsible>
        </div>
      )}
    </section>
  )
}

const RowCard = memo(({ fila, clock, ...menu }: RowProps) => (
  <>
    <RowHeader fila={fila} clock={clock} />
    <ul className="mt-2 grid grid-cols-1 gap-2">
      {fila.viajes.map((viaje) => (
        <li key={viaje.id}>
          <TripBlock viaje={viaje} clock={clock} idPrefix="fila" {...menu} />
        </li>
      ))}
    </ul>
  </>
))
