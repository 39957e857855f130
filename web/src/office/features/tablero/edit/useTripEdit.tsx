import { useState } from 'react'
import { ApiError } from '../../../../api/ApiError.ts'
import { useSession } from '../../../../api/session.ts'
import { rejectionText } from '../../../../trip/office/avisoTexts.ts'
import { useUndoBanner } from '../../../../trip/office/UndoBanner.tsx'
import { canSaveException } from '../../../../trip/office/useTripCheck.ts'
import { showResult } from '../../../../ui/ResultPopup.tsx'
import { lazyDialog } from '../../../shared/lazyDialog.tsx'
import type { MenuTrip } from '../boardRows.ts'
import type { Destination, TripEditRequest, TripEditResult } from './useSaveTripEdit.ts'
import type { TripEditKind } from './useTripMenu.tsx'

const TripEditDialog = lazyDialog(async () => (await import('../form/TripEditDialog.tsx')).TripEditDialog)

/** Callbacks of a move by drag, which opens no dialog. */
export interface MoveHandlers {
  onSaved: (done: TripEditResult) => void
  onRejected: (viaje: MenuTrip, to: Destination, error: unknown) => void
}

/** The edit dialog, loaded when first opened, and the undo banner. */
export function useTripEdit(zona: string | undefined) {
  const [request, setRequest] = useState<TripEditRequest | null>(null)
  const { show, banner } = useUndoBanner()
  const session = useSession()
  const move: MoveHandlers = {
    onSaved: ({ message, undo: back }) => show({ message, undo: back && (() => void undo(back)) }),
    onRejected: (viaje, to, error) => {
      const avisos = error instanceof ApiError ? error.avisos : undefined
      if (avisos && canSaveException(session)) setRequest({ viaje, cambio: 'mover', to, avisos })
      else void showResult('error', `No se cambió la ruta.\n${rejectionText(error)}`)
    },
  }
  const undo = async ({ viaje, to, put }: NonNullable<TripEditResult['undo']>) => {
    try {
      await put()
    } catch (error) {
      move.onRejected(viaje, to, error)
    }
  }
  return {
    ask: (viaje: MenuTrip, cambio: TripEditKind) => setRequest({ viaje, cambio }),
    move,
    showMessage: (message: string) => show({ message }),
    dialogs: (
      <>
        {request && zona && (
          <TripEditDialog {...request} zona={zona} onClose={() => setRequest(null)} onSaved={move.onSaved} />
        )}
        {banner}
      </>
    ),
  }
}
