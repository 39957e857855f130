import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useEndpoint, useInvalidate } from '../../../../api/cache/queries.ts'
import { call } from '../../../../api/call.ts'
import { rutaNameText } from '../../../../trip/office/rutaNameText.ts'
import { TripWarnings } from '../../../../trip/office/TripWarnings.tsx'
import { useTripCheck } from '../../../../trip/office/useTripCheck.ts'
import { cx } from '../../../../ui/cx.ts'
import { type BoardRow, clampToDay, clashText, horasBetween, localAt } from '../boardRows.ts'
import { boardTripCheckInput, useSaveTripEdit } from '../edit/useSaveTripEdit.ts'
import type { MoveHandlers } from '../edit/useTripEdit.tsx'
import { spanStyle } from '../TripBar.tsx'
import type { BoardClock } from '../TripBlock.tsx'
import { clashesAtDrop, dropChanges, dropEnd, isByPiloto, type TripDrop } from './dropPosition.ts'
import { useDrag } from './useDrag.ts'

interface Props {
  board: RefObject<HTMLElement | null>
  filas: readonly BoardRow[]
  clock: BoardClock
  move: MoveHandlers
  onDragging: (isDragging: boolean) => void
}

/** Lets the user drag trips to another row and hour and shows the clashes there. */
export function DragLayer({ board, filas, clock, move, onDragging }: Props) {
  const { change } = useSaveTripEdit(clock.zona)
  const readAgain = useInvalidate('PUT /api/rutas/:id')
  const [saving, setSaving] = useState<TripDrop | null>(null)
  const save = async (drop: TripDrop) => {
    const { viaje, at } = drop
    setSaving(drop)
    try {
      const { data: ruta } = await call('GET /api/rutas/:id', { params: { id: viaje.id } })
      const done = await change(viaje, ruta, dropChanges(drop, ruta, clock))
      // The block stays at its old place until the board has been refreshed.
      await readAgain({ joining: true })
      move.onSaved(done)
    } catch (error) {
      void readAgain({ joining: true })
      const row = { id: at.fila, text: filas.find(({ id }) => id === at.fila)?.nombre ?? '' }
      const start = localAt(clock.dia, at.start)
      move.onRejected(viaje, isByPiloto(viaje) ? { piloto: row, start } : { camion: row, start }, error)
    } finally {
      setSaving(null)
    }
  }
  const dragged = useDrag({ board, filas, clock, onDrop: (drop) => void save(drop) })
  const isHeld = dragged !== null || saving !== null
  useEffect(() => onDragging(isHeld), [isHeld, onDragging])
  const drop = dragged?.at ? { ...dragged, at: dragged.at } : saving
  return drop && <DropTarget key={drop.viaje.id} drop={drop} saving={!dragged} {...{ board, filas, clock }} />
}

interface DropTargetProps {
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
function DropTarget({ drop, board, filas, clock, saving }: DropTargetProps) {
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
        <p className="min-h-5 text-sm wrap-anywhere text-muted">{ruta && rutaNameText(ruta)}</p>
        {current && <TripWarnings brief avisos={avisos} />}
        {current && avisos.length === 0 && (
          <p className="text-good">
            <CircleCheck aria-hidden="true" className="mr-1 inline size-4 align-[-3px]" />
            Nada se traslapa con este viaje.
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
