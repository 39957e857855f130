import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useEndpoint } from '../../../../api/cache/queries.ts'
import { TripWarnings } from '../../../../trip/office/TripWarnings.tsx'
import { useTripCheck } from '../../../../trip/office/useTripCheck.ts'
import { cx } from '../../../../ui/cx.ts'
import { type BoardRow, clampToDay, clashText, horasBetween, localAt } from '../boardRows.ts'
import { boardTripCheckInput } from '../edit/useSaveTripEdit.ts'
import { spanStyle } from '../TripBar.tsx'
import type { BoardClock } from '../TripBlock.tsx'
import { clashesAtDrop, dropChanges, dropEnd, type TripDrop } from './dropPosition.ts'

interface Props {
  drop: TripDrop
  board: RefObject<HTMLElement | null>
  filas: readonly BoardRow[]
  clock: BoardClock
  saving: boolean
}

/**
 * Shows where the dragged trip would land, and its clashes: first those known to the board, then the
 * server's.
 */
export function DropTarget({ drop, board, filas, clock, saving }: Props) {
  const { viaje, at } = drop
  const ruta = useEndpoint('GET /api/rutas/:id', { params: { id: viaje.id } }).data?.data
  const { avisos = [], current } = useTripCheck(
    ruta ? boardTripCheckInput(ruta, dropChanges(drop, ruta, clock)) : null,
  )
  const clash = clashText(
    current ? avisos.map(({ codigo }) => codigo) : clashesAtDrop(drop, { filas, ...clock }),
  )
  const end = dropEnd(drop, clock)
  const when = horasBetween(localAt(clock.dia, at.start), localAt(clock.dia, end), clock.dia)
  const row = board.current?.querySelector(`[data-fila="${at.fila}"]`)
  return (
    <>
      {row?.lastElementChild &&
        createPortal(
          <DropMarker when={when} clash={clash} {...clampToDay(at.start, end)} />,
          row.lastElementChild,
        )}
      <div
        role="status"
        className={cx(
          'pointer-events-none fixed inset-x-4 z-40 mx-auto grid max-w-3xl gap-1 rounded-ui border border-line bg-card px-4 py-3 shadow-soft',
          // Shown on the other half of the screen, so that it never covers the drop targets.
          row && row.getBoundingClientRect().top < window.innerHeight / 2 ? 'bottom-4' : 'top-2',
        )}
      >
        <p className="flex flex-wrap items-center gap-x-3 wrap-anywhere">
          <b>
            {viaje.no_ruta} · {filas.find(({ id }) => id === at.fila)?.nombre} · {when}
          </b>
          {clash && <ClashText clash={clash} />}
          <span className="text-sm text-muted md:ml-auto">
            {saving ? 'Guardando…' : 'Suelta para mover, Esc cancela.'}
          </span>
        </p>
        {current && <TripWarnings brief avisos={avisos} />}
        {current && avisos.length === 0 && (
          <p className="text-good">
            <CircleCheck aria-hidden="true" className="mr-1 inline size-4 align-[-3px]" />
            Nada choca con este viaje.
          </p>
        )}
      </div>
    </>
  )
}

const ClashText = ({ clash }: { clash: string }) => (
  <span className="font-semibold text-danger">
    <TriangleAlert aria-hidden="true" className="mr-1 inline size-4 align-[-3px]" />
    {clash}
  </span>
)

function DropMarker({ when, clash, ...span }: { when: string; clash: string; from: number; to: number }) {
  return (
    <li
      aria-hidden="true"
      className={cx(
        'pointer-events-none absolute inset-y-1 z-1 flex min-w-1.5 items-center gap-2 overflow-hidden rounded-[6px] border-2 border-dashed px-1 text-sm whitespace-nowrap opacity-90',
        clash ? 'border-danger bg-danger-soft text-danger' : 'border-link bg-card text-link',
      )}
      style={spanStyle(span)}
    >
      <b>{when}</b>
      {clash && <ClashText clash={clash} />}
    </li>
  )
}
