import { type RefObject, useState } from 'react'
import { call } from '../../../api/call.ts'
import type { Clock } from '../Bloque.tsx'
import { type Fila, localAt } from '../day.ts'
import type { Move } from '../useCambio.tsx'
import { useSaveCambio } from '../useSaveCambio.ts'
import { Destino } from './Destino.tsx'
import { changesOf, isByPiloto, type Landed } from './landing.ts'
import { useDrag } from './useDrag.ts'

interface Props {
  board: RefObject<HTMLElement | null>
  filas: readonly Fila[]
  clock: Clock
  move: Move
}

/** Trips move by mouse to another row and hour; while one is held the board says what speaks against it there. */
export function Arrastre({ board, filas, clock, move }: Props) {
  const { change } = useSaveCambio(clock.zona, () => undefined)
  const [saving, setSaving] = useState<Landed | null>(null)
  const save = async (landed: Landed) => {
    const { viaje, at } = landed
    setSaving(landed)
    try {
      const { data: ruta } = await call('GET /api/rutas/:id', { params: { id: viaje.id } })
      const done = await change(viaje, ruta, changesOf(landed, ruta, clock))
      // The block stands where it was until the board has been read again.
      await move.refresh()
      move.onSaved(done)
    } catch (error) {
      void move.refresh()
      const row = { id: at.fila, text: filas.find(({ id }) => id === at.fila)?.nombre ?? '' }
      const start = localAt(clock.dia, at.start)
      move.onRefused(viaje, isByPiloto(viaje) ? { piloto: row, start } : { camion: row, start }, error)
    } finally {
      setSaving(null)
    }
  }
  const held = useDrag({ board, filas, clock, onDrop: (landed) => void save(landed) })
  const landed = held?.at ? { ...held, at: held.at } : saving
  return (
    landed && <Destino key={landed.viaje.id} landed={landed} saving={!held} {...{ board, filas, clock }} />
  )
}
