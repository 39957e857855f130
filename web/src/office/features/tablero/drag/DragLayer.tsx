import { type RefObject, useEffect, useState } from 'react'
import { useInvalidate } from '../../../../api/cache/queries.ts'
import { call } from '../../../../api/call.ts'
import { type BoardRow, localAt } from '../boardRows.ts'
import { useSaveTripEdit } from '../edit/useSaveTripEdit.ts'
import type { MoveHandlers } from '../edit/useTripEdit.tsx'
import type { BoardClock } from '../TripBlock.tsx'
import { DropTarget } from './DropTarget.tsx'
import { dropChanges, isByPiloto, type TripDrop } from './dropPosition.ts'
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
