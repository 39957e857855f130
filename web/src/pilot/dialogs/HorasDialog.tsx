import { formatMomento } from '@flota/contract/core/format.ts'
import { tiempoNombres } from '@flota/contract/records/estados.ts'
import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useConfig } from '../../api/config.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { InfoDialog } from '../InfoDialog.tsx'
import { enqueue } from '../outbox/outbox.ts'
import { tiempoLabels } from '../tripSteps.ts'
import { useTiempos } from '../useExpediente.ts'
import type { DialogProps } from './dialogProps.ts'
import { useSave } from './useDialogForm.ts'

/** Arrival and departure times; the pilot can set a missing time to now. */
export function HorasDialog({ ruta, mayChange, onDecided, onClose }: DialogProps) {
  const tiempos = useTiempos(ruta.id)
  const zona = useConfig()?.zona
  const [failure, setFailure] = useState<string | null>(null)
  const { save } = useSave(setFailure)
  const set = (name: (typeof tiempoNombres)[number]) =>
    save(async () => {
      const datos = { [name]: new Date(serverNow()).toISOString() }
      onDecided(await enqueue(ruta, [{ clase: 'tiempos', datos, antes: { [name]: null } }]))
      setFailure(null)
    })
  return (
    <InfoDialog title="Horas" ruta={ruta} onClose={onClose}>
      {failure && <Banner kind="error" title={failure} />}
      <dl className="mt-4 grid gap-3">
        {tiempoNombres.map((name) => (
          <div key={name} className="flex min-h-14 items-center justify-between gap-3 border-b border-line">
            <dt className="font-semibold">{tiempoLabels[name]}</dt>
            <dd>
              {tiempos[name] ? (
                zona && formatMomento(tiempos[name], zona)
              ) : mayChange ? (
                <Button
                  className="py-3"
                  aria-label={`${tiempoLabels[name]}: ahora`}
                  onClick={() => void set(name)}
                >
                  Ahora
                </Button>
              ) : (
                '—'
              )}
            </dd>
          </div>
        ))}
      </dl>
    </InfoDialog>
  )
}
