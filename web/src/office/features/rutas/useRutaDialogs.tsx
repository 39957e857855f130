import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { useState } from 'react'
import { useLazyModule } from '../../../ui/useLazyModule.ts'

/** Dialogs of a trip's actions, loaded when first opened. */
export function useRutaDialogs() {
  const [rutaToPrint, setRutaToPrint] = useState<Ruta | null>(null)
  const [rutaToRepeat, setRutaToRepeat] = useState<Ruta | null>(null)
  const close = () => {
    setRutaToPrint(null)
    setRutaToRepeat(null)
  }
  const hoja = useLazyModule(
    rutaToPrint !== null,
    'la hoja',
    () => import('../../../trip/HojaDialog.tsx'),
    close,
  )
  const days = useLazyModule(
    rutaToRepeat !== null,
    'el calendario',
    () => import('./form/RepeatForm.tsx'),
    close,
  )
  return {
    print: setRutaToPrint,
    repeat: setRutaToRepeat,
    dialogs: (
      <>
        {rutaToPrint && hoja && <hoja.HojaDialog ruta={rutaToPrint} onClose={close} />}
        {rutaToRepeat && days && <days.RepeatForm ruta={rutaToRepeat} onClose={close} />}
      </>
    ),
  }
}
