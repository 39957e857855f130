import { stripRutaPrefix } from '@flota/contract/core/format.ts'
import { useEffect, useState } from 'react'
import { messageOf } from '../api/ApiError.ts'
import { serverNow } from '../api/clock.ts'
import { Button } from '../ui/Button.tsx'
import { showResult } from '../ui/ResultPopup.tsx'
import type { DialogName, DialogProps } from './dialogs/dialogProps.ts'
import type { MiRuta } from './misRutas.ts'
import { enqueue } from './outbox/outbox.ts'
import type { ItemDraft } from './outbox/outboxItems.ts'
import { nextTripStep, type TripStep } from './tripSteps.ts'
import { useTiempos } from './useExpediente.ts'

interface Props extends Pick<DialogProps, 'onDecided'> {
  ruta: MiRuta
  look: 'primary' | 'secondary'
  onShow: (name: DialogName) => void
}

function stepParts({ tiempo, estado }: TripStep): ItemDraft[] {
  const now = new Date(serverNow()).toISOString()
  return [
    ...(tiempo ? [{ clase: 'tiempos' as const, datos: { [tiempo]: now }, antes: { [tiempo]: null } }] : []),
    ...(estado ? [{ clase: 'estado' as const, datos: { nuevoEstado: estado, comentario: null } }] : []),
  ]
}

/** Ignores a second tap of the same finger. */
const doubleTapGuardMs = 700
let lastStoredAt = -doubleTapGuardMs

/** Busy from a press until shortly after its items are stored. A module variable, because the card may remount meanwhile. */
function useBusy() {
  const isResting = () => performance.now() - lastStoredAt < doubleTapGuardMs
  const [busy, setBusy] = useState(isResting)
  const end = () => window.setTimeout(() => setBusy(false), doubleTapGuardMs)
  useEffect(() => {
    if (isResting()) end()
  }, [])
  return {
    busy,
    begin: () => setBusy(true),
    end: () => {
      lastStoredAt = performance.now()
      end()
    },
  }
}

export function NextStep({ ruta, look, onShow, onDecided }: Props) {
  const paso = nextTripStep(ruta.estado, useTiempos(ruta.id))
  const { busy, begin, end } = useBusy()
  if (!paso) return null
  const press = async () => {
    if (paso.dialog) return onShow(paso.dialog)
    begin()
    try {
      onDecided(await enqueue(ruta, stepParts(paso)))
    } catch (error) {
      void showResult('error', messageOf(error))
    } finally {
      end()
    }
  }
  return (
    <Button
      look={look}
      busy={busy}
      aria-label={`${paso.label}: ruta ${stripRutaPrefix(ruta.no_ruta)}`}
      onClick={() => void press()}
      className="py-3.5 text-lg"
    >
      {paso.label}
    </Button>
  )
}
