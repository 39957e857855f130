import type { AvisoDeViaje } from '@flota/contract/revision.ts'
import { useState } from 'react'
import { ApiError, messageOf } from '../../api/ApiError.ts'
import { useSession } from '../../api/session.ts'
import { tell } from '../../ui/ResultPopup.tsx'
import { useOnDemand } from '../../ui/useOnDemand.ts'
import { mayExcept } from '../../viaje/office/motivo.ts'
import { Deshacer } from './Deshacer.tsx'
import type { Viaje } from './day.ts'
import type { Cambio } from './useBloqueMenu.tsx'
import type { Destination, Done } from './useSaveCambio.ts'

/** A change of the menu's, or a move that was refused. */
export type Asked = { viaje: Viaje } & (
  | { cambio: Cambio; to?: undefined; refused?: undefined }
  | { cambio: 'mover'; to: Destination; refused: readonly AvisoDeViaje[] }
)

/** What a move that needs no dialog tells. */
export interface Move {
  onSaved: (done: Done) => void
  onRefused: (viaje: Viaje, to: Destination, error: unknown) => void
  /** Ends when the board has been read again. */
  refresh: () => Promise<unknown>
}

/** The dialog that changes a trip, loaded when it is asked for, and below it the way back. */
export function useCambio(zona: string | undefined, refresh: Move['refresh']) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const session = useSession()
  const close = () => setAsked(null)
  const loaded = useOnDemand(asked !== null, 'el formulario', () => import('./form/CambioDialog.tsx'), close)
  const move: Move = {
    onSaved: setDone,
    onRefused: (viaje, to, error) => {
      const avisos = error instanceof ApiError ? error.avisos : undefined
      if (avisos && mayExcept(session)) setAsked({ viaje, cambio: 'mover', to, refused: avisos })
      else void tell('error', `No se cambió la ruta.\n${messageOf(error)}`)
    },
    refresh,
  }
  const undo = async ({ viaje, to, put }: NonNullable<Done['undo']>) => {
    setDone(null)
    try {
      await put()
    } catch (error) {
      move.onRefused(viaje, to, error)
    } finally {
      void refresh()
    }
  }
  return {
    ask: (viaje: Viaje, cambio: Cambio) => setAsked({ viaje, cambio }),
    move,
    shown: (
      <>
        {asked && loaded && zona && (
          <loaded.CambioDialog {...asked} zona={zona} onClose={close} onSaved={setDone} refresh={refresh} />
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
