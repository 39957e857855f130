import type { Ruta } from '@flota/contract/rutas.ts'
import { useState } from 'react'
import { useOnDemand } from '../../../ui/useLazyModule.ts'

/** What a trip's actions open, each loaded when it is first asked for: how its sheet is to be, and the days to repeat it on. */
export function useRutaDialogs() {
  const [printed, print] = useState<Ruta | null>(null)
  const [repeated, repeat] = useState<Ruta | null>(null)
  const close = () => {
    print(null)
    repeat(null)
  }
  const hoja = useOnDemand(printed !== null, 'la hoja', () => import('../../../trip/HojaDialog.tsx'), close)
  const days = useOnDemand(repeated !== null, 'el calendario', () => import('./form/RepeatForm.tsx'), close)
  return {
    print,
    repeat,
    dialogs: (
      <>
        {printed && hoja && <hoja.HojaDialog ruta={printed} onClose={close} />}
        {repeated && days && <days.RepetirForm ruta={repeated} onClose={close} />}
      </>
    ),
  }
}
