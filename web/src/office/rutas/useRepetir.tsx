import type { Ruta } from '@flota/contract/rutas.ts'
import { useState } from 'react'
import { useOnDemand } from '../../ui/useOnDemand.ts'

/** The dialog that repeats a trip on other days, loaded when it is asked for. */
export function useRepetir() {
  const [ruta, setRuta] = useState<Ruta | null>(null)
  const close = () => setRuta(null)
  const Dialog = useOnDemand(ruta !== null, 'el calendario', () => import('./RepetirDialog.tsx'), close)
  return { open: setRuta, dialog: ruta && Dialog && <Dialog.RepetirDialog ruta={ruta} onClose={close} /> }
}
