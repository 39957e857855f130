import { sinRuta } from '@flota/contract/format.ts'
import { useRef } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { serverNow } from '../../api/clock.ts'
import { Button } from '../../ui/Button.tsx'
import { tell } from '../../ui/ResultPopup.tsx'
import { decide } from './cola/cola.ts'
import type { Part } from './cola/items.ts'
import type { DialogName, DialogProps } from './LazyDialog.tsx'
import type { MiRuta } from './misRutas.ts'
import { nextPaso, type Paso } from './pasos.ts'
import { useTiempos } from './useExpediente.ts'

interface Props extends Pick<DialogProps, 'onDecided'> {
  ruta: MiRuta
  look: 'primary' | 'secondary'
  onShow: (name: DialogName) => void
}

function partsOf({ tiempo, estado }: Paso): Part[] {
  const now = new Date(serverNow()).toISOString()
  return [
    ...(tiempo ? [{ clase: 'tiempos' as const, datos: { [tiempo]: now }, antes: { [tiempo]: null } }] : []),
    ...(estado ? [{ clase: 'estado' as const, datos: { nuevoEstado: estado, comentario: null } }] : []),
  ]
}

/** The one press that comes next on this trip. */
export function NextStep({ ruta, look, onShow, onDecided }: Props) {
  const paso = nextPaso(ruta.estado, useTiempos(ruta.id))
  const saving = useRef(false)
  if (!paso) return null
  const press = async () => {
    if (paso.dialog) return onShow(paso.dialog)
    if (saving.current) return
    saving.current = true
    try {
      onDecided(await decide(ruta, partsOf(paso)))
    } catch (error) {
      void tell('error', messageOf(error))
    } finally {
      saving.current = false
    }
  }
  return (
    <Button
      look={look}
      aria-label={`${paso.label}: ruta ${sinRuta(ruta.no_ruta)}`}
      onClick={() => void press()}
      className="w-full py-4 text-base"
    >
      {paso.label}
    </Button>
  )
}
