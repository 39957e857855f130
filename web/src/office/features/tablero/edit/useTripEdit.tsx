import { useState } from 'react'
import { ApiError, messageOf } from '../../../../api/ApiError.ts'
import { useSession } from '../../../../api/session.ts'
import { canSaveException } from '../../../../trip/office/useTripCheck.ts'
import { showResult } from '../../../../ui/ResultPopup.tsx'
import { useLazyModule } from '../../../../ui/useLazyModule.ts'
import type { BoardTrip } from '../boardRows.ts'
import { UndoBanner } from './UndoBanner.tsx'
import type { Destination, TripEditRequest, TripEditResult } from './useSaveTripEdit.ts'
import type { TripEditKind } from './useTripMenu.tsx'

/** What a move that needs no dialog tells. */
export interface MoveHandlers {
  onSaved: (done: TripEditResult) => void
  onRejected: (viaje: BoardTrip, to: Destination, error: unknown) => void
}

/** The dialog that changes a trip, loaded when it is asked for, and below it the way back. */
export function useTripEdit(zona: string | undefined) {
  const [request, setAsked] = useState<TripEditRequest | null>(null)
  const [done, setDone] = useState<TripEditResult | null>(null)
  const session = useSession()
  const close = () => setAsked(null)
  const loaded = useLazyModule(
    request !== null,
    'el formulario',
    () => import('../form/TripEditDialog.tsx'),
    close,
  )
  const move: MoveHandlers = {
    onSaved: setDone,
    onRejected: (viaje, to, error) => {
      const avisos = error instanceof ApiError ? error.avisos : undefined
      if (avisos && canSaveException(session)) setAsked({ viaje, cambio: 'mover', to, refused: avisos })
      else void showResult('error', `No se cambió la ruta.\n${messageOf(error)}`)
    },
  }
  const undo = async ({ viaje, to, put }: NonNullable<TripEditResult['undo']>) => {
    setDone(null)
    try {
      await put()
    } catch (error) {
      move.onRejected(viaje, to, error)
    }
  }
  return {
    ask: (viaje: BoardTrip, cambio: TripEditKind) => setAsked({ viaje, cambio }),
    move,
    shown: (
      <>
        {request && loaded && zona && (
          <loaded.TripEditDialog {...request} zona={zona} onClose={close} onSaved={setDone} />
        )}
        {done && (
          <UndoBanner
            done={done}
            onEnd={() => setDone(null)}
            onUndo={() => void (done.undo && undo(done.undo))}
          />
        )}
      </>
    ),
  }
}
