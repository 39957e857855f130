import { useState } from 'react'
import { ApiError, messageOf } from '../../../../api/ApiError.ts'
import { useSession } from '../../../../api/session.ts'
import { mayExcept } from '../../../../trip/office/exceptionReason.ts'
import { tell } from '../../../../ui/ResultPopup.tsx'
import { useOnDemand } from '../../../../ui/useLazyModule.ts'
import type { Viaje } from '../boardRows.ts'
import { Deshacer } from './UndoBanner.tsx'
import type { CambioAsked, Destination, Done } from './useSaveTripEdit.ts'
import type { CambioKind } from './useTripMenu.tsx'

/** What a move that needs no dialog tells. */
export interface Move {
  onSaved: (done: Done) => void
  onRefused: (viaje: Viaje, to: Destination, error: unknown) => void
}

/** The dialog that changes a trip, loaded when it is asked for, and below it the way back. */
export function useCambio(zona: string | undefined) {
  const [asked, setAsked] = useState<CambioAsked | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const session = useSession()
  const close = () => setAsked(null)
  const loaded = useOnDemand(
    asked !== null,
    'el formulario',
    () => import('../form/TripEditDialog.tsx'),
    close,
  )
  const move: Move = {
    onSaved: setDone,
    onRefused: (viaje, to, error) => {
      const avisos = error instanceof ApiError ? error.avisos : undefined
      if (avisos && mayExcept(session)) setAsked({ viaje, cambio: 'mover', to, refused: avisos })
      else void tell('error', `No se cambió la ruta.\n${messageOf(error)}`)
    },
  }
  const undo = async ({ viaje, to, put }: NonNullable<Done['undo']>) => {
    setDone(null)
    try {
      await put()
    } catch (error) {
      move.onRefused(viaje, to, error)
    }
  }
  return {
    ask: (viaje: Viaje, cambio: CambioKind) => setAsked({ viaje, cambio }),
    move,
    shown: (
      <>
        {asked && loaded && zona && (
          <loaded.CambioDialog {...asked} zona={zona} onClose={close} onSaved={setDone} />
        )}
        {done && (
          <Deshacer
            done={done}
            onEnd={() => setDone(null)}
            onUndo={() => void (done.undo && undo(done.undo))}
          />
        )}
      </>
    ),
  }
}
