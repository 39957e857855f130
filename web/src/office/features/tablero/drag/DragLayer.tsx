import { type RefObject, useEffect, useState } from 'react'
import { useReadAgain } from '../../../../api/cache/queries.ts'
import { call } from '../../../../api/call.ts'
import { type Fila, localAt } from '../boardRows.ts'
import { useSaveCambio } from '../edit/useSaveTripEdit.ts'
import type { Move } from '../edit/useTripEdit.tsx'
import type { BoardClock } from '../TripBlock.tsx'
import { Destino } from './DropTarget.tsx'
import { changesOf, isByPiloto, type Landed } from './dropPosition.ts'
import { useDrag } from './useDrag.ts'

interface Props {
  board: RefObject<HTMLElement | null>
  filas: readonly Fila[]
  clock: BoardClock
  move: Move
  onHeld: (held: boolean) => void
}

/** Trips move by mouse to another row and hour; while one is held the board says what speaks against it there. */
export function Arrastre({ board, filas, clock, move, onHeld }: Props) {
  const { change } = useSaveCambio(clock.zona)
  const readAgain = useReadAgain('PUT /api/rutas/:id')
  const [saving, setSaving] = useState<Landed | null>(null)
  const save = async (landed: Landed) => {
    const { viaje, at } = landed
    setSaving(landed)
    try {
      const { data: ruta } = await call('GET /api/rutas/:id', { params: { id: viaje.id } })
      const done = await change(viaje, ruta, changesOf(landed, ruta, clock))
      // The block stands where it was until the board has been read again.
      await readAgain({ joining: true })
      move.onSaved(done)
    } catch (error) {
      void readAgain({ joining: true })
      const row = { id: at.fila, text: filas.find(({ id }) => id === at.fila)?.nombre ?? '' }
      const start = localAt(clock.dia, at.start)
      move.onRefused(viaje, isByPiloto(viaje) ? { piloto: row, start } : { camion: row, start }, error)
    } finally {
      setSaving(null)
    }
  }
  const held = useDrag({ board, filas, clock, onDrop: (landed) => void save(landed) })
  const isHeld = held !== null || saving !== null
  useEffect(() => onHeld(isHeld), [isHeld, onHeld])
  const landed = held?.at ? { ...held, at: held.at } : saving
  return (
    landed && <Destino key={landed.viaje.id} landed={landed} saving={!held} {...{ board, filas, clock }} />
  )
}
