import { Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../../api/ApiError.ts'
import { useSession } from '../../../../api/session.ts'
import { canSaveException } from '../../../../trip/office/useTripCheck.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { showResult } from '../../../../ui/ResultPopup.tsx'
import { lazyDialog } from '../../../shared/lazyDialog.tsx'
import type { BoardTrip } from '../boardRows.ts'
import type { Destination, TripEditRequest, TripEditResult } from './useSaveTripEdit.ts'
import type { TripEditKind } from './useTripMenu.tsx'

const TripEditDialog = lazyDialog(async () => (await import('../form/TripEditDialog.tsx')).TripEditDialog)

/** Callbacks of a move by drag, which opens no dialog. */
export interface MoveHandlers {
  onSaved: (done: TripEditResult) => void
  onRejected: (viaje: BoardTrip, to: Destination, error: unknown) => void
}

/** The edit dialog, loaded when first opened, and the undo banner. */
export function useTripEdit(zona: string | undefined) {
  const [request, setRequest] = useState<TripEditRequest | null>(null)
  const [done, setDone] = useState<TripEditResult | null>(null)
  const session = useSession()
  const move: MoveHandlers = {
    onSaved: setDone,
    onRejected: (viaje, to, error) => {
      const avisos = error instanceof ApiError ? error.avisos : undefined
      if (avisos && canSaveException(session)) setRequest({ viaje, cambio: 'mover', to, avisos })
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
    ask: (viaje: BoardTrip, cambio: TripEditKind) => setRequest({ viaje, cambio }),
    move,
    dialogs: (
      <>
        {request && zona && (
          <TripEditDialog {...request} zona={zona} onClose={() => setRequest(null)} onSaved={setDone} />
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

const undoDurationMs = 10_000

interface Props {
  done: TripEditResult
  onEnd: () => void
  onUndo: () => void
}

/** Confirms a change and offers to undo it for ten seconds. */
function UndoBanner({ done, onEnd, onUndo }: Props) {
  const { message, undo } = done
  const place = useRef<HTMLDivElement>(null)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    // The closing dialog returns the focus to the block, which may be in another row now.
    place.current?.querySelector('button')?.focus()
    const timer = window.setTimeout(() => end(), undoDurationMs)
    return () => window.clearTimeout(timer)
  }, [done])
  return (
    <div
      ref={place}
      className="fixed inset-x-4 bottom-4 z-30 mx-auto max-w-xl whitespace-pre-line shadow-soft"
    >
      <Banner
        kind="notice"
        title={message}
        action={
          undo && (
            <Button onClick={onUndo}>
              <Undo2 aria-hidden="true" className="size-4.5" />
              Deshacer
            </Button>
          )
        }
      />
    </div>
  )
}
