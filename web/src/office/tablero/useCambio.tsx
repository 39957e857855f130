import { useState } from 'react'
import { useOnDemand } from '../../ui/useOnDemand.ts'
import type { Cambio } from './BloqueMenu.tsx'
import { Deshacer, type Done } from './Deshacer.tsx'
import type { Viaje } from './day.ts'

/** The dialog that changes a trip, loaded when it is asked for, and below it the way back. */
export function useCambio(zona: string | undefined, refresh: () => void) {
  const [asked, setAsked] = useState<{ viaje: Viaje; cambio: Cambio } | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const close = () => setAsked(null)
  const loaded = useOnDemand(asked !== null, 'el formulario', () => import('./form/CambioDialog.tsx'), close)
  return {
    ask: (viaje: Viaje, cambio: Cambio) => setAsked({ viaje, cambio }),
    shown: (
      <>
        {asked && loaded && zona && (
          <loaded.CambioDialog {...asked} zona={zona} onClose={close} onSaved={setDone} refresh={refresh} />
        )}
        {done && <Deshacer done={done} onEnd={() => setDone(null)} refresh={refresh} />}
      </>
    ),
  }
}
