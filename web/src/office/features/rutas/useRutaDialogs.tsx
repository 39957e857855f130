import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { useState } from 'react'
import { lazyDialog } from '../../shared/lazyDialog.tsx'

const HojaDialog = lazyDialog(
  async () => (await import('../../../trip/HojaDialog.tsx')).HojaDialog,
  'la hoja',
)
const RepeatForm = lazyDialog(async () => (await import('./form/RepeatForm.tsx')).RepeatForm, 'el calendario')

/** Dialogs of a trip's actions, loaded when first opened. */
export function useRutaDialogs() {
  const [rutaToPrint, setRutaToPrint] = useState<Ruta | null>(null)
  const [rutaToRepeat, setRutaToRepeat] = useState<Ruta | null>(null)
  return {
    print: setRutaToPrint,
    repeat: setRutaToRepeat,
    dialogs: (
      <>
        {rutaToPrint && <HojaDialog ruta={rutaToPrint} onClose={() => setRutaToPrint(null)} />}
        {rutaToRepeat && <RepeatForm ruta={rutaToRepeat} onClose={() => setRutaToRepeat(null)} />}
      </>
    ),
  }
}
