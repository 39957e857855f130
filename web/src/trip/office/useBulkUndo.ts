import { staleVersion } from '@flota/contract/core/staleVersion.ts'
import { messageOf } from '../../api/ApiError.ts'
import { showResult } from '../../ui/ResultPopup.tsx'
import { useUndoBanner } from './UndoBanner.tsx'

interface TripOutcome {
  id: number
  ok: boolean
  mensaje?: string | undefined
}

interface BulkChange {
  message: string
  /** Written trips, in reverse order; `name` is client, places and day. */
  trips: readonly { id: number; no_ruta: string; name: string }[]
  /** Gives each trip its old values. */
  undo: () => Promise<readonly TripOutcome[]>
  keepsFocus?: boolean
}

/** Shows a change of several trips; 'Deshacer' names the trips that could not be undone. */
export function useBulkUndo() {
  const { show, banner } = useUndoBanner()
  const run = async ({ trips, undo }: BulkChange) => {
    try {
      const kept = new Map((await undo()).flatMap(({ id, ok, mensaje }) => (ok ? [] : [[id, mensaje]])))
      if (kept.size === 0) return show({ message: 'Se deshizo el cambio.' })
      const lines = trips.flatMap(({ id, no_ruta, name }) =>
        kept.has(id) ? [`${no_ruta} no se deshizo: ${reasonText(kept.get(id))}`, name] : [],
      )
      await showResult('error', lines.join('\n'))
    } catch (error) {
      await showResult('error', messageOf(error))
    }
  }
  return {
    banner,
    showChange: (change: BulkChange) =>
      show({
        message: change.message,
        keepsFocus: change.keepsFocus,
        ...(change.trips.length > 0 && { undo: () => void run(change) }),
      }),
    showMessage: (message: string) => show({ message }),
  }
}

export type BulkUndo = ReturnType<typeof useBulkUndo>

const reasonText = (mensaje: string | undefined) =>
  mensaje === staleVersion ? 'otro usuario la modificó.' : mensaje
