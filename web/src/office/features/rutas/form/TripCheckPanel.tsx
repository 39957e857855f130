import type { AvisoDeViaje } from '@flota/contract/trips/revision.ts'
import { CircleCheck } from 'lucide-react'
import type { Form } from '../../../../form/FieldSpec.ts'
import { TripWarnings } from '../../../../trip/office/TripWarnings.tsx'
import { tripCheckKey, useTripCheck } from '../../../../trip/office/useTripCheck.ts'
import { LoadError } from '../../../../ui/LoadError.tsx'
import { isClosedTrip, tripCheckInput } from './tripFormValues.ts'

/** Warnings of a rejected save and the key of the trip that it sent. */
export interface RejectedTrip {
  avisos: readonly AvisoDeViaje[]
  of: string
}

export const formCheckKey = (form: Form) => tripCheckKey(tripCheckInput(form))

/** Shows the conflicts of the trip being typed, checked after each pause. Never takes the focus. */
export function TripCheckPanel({ form, rejection }: { form: Form; rejection: RejectedTrip | null }) {
  const input = tripCheckInput(form)
  const { key, answer, asking, ...check } = useTripCheck(input)
  const avisos = rejection?.of === key ? rejection.avisos : check.avisos
  return (
    <section
      aria-labelledby="revision"
      className="rounded-ui border border-line p-4 xl:sticky xl:top-4 xl:min-h-40"
    >
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="revision" className="font-bold">
          Revisión del viaje
        </h2>
        {asking && <span className="appears-late text-sm text-muted">Revisando…</span>}
      </div>
      <div aria-live="polite" aria-busy={asking}>
        {isClosedTrip(form) ? (
          <p className="text-sm text-muted">
            Un viaje entregado ya no ocupa a nadie; uno con un incidente abierto, sí.
          </p>
        ) : !input ? (
          <p className="text-sm text-muted">
            Con fecha, hora, piloto y camión, aquí verás si algo se traslapa con este viaje.
          </p>
        ) : answer.error ? (
          <LoadError title="No se pudo revisar el viaje." query={answer} />
        ) : avisos?.length === 0 ? (
          <p className="flex items-center gap-2 text-good">
            <CircleCheck aria-hidden="true" className="size-4.5 shrink-0" />
            Nada se traslapa con este viaje.
          </p>
        ) : (
          avisos && <TripWarnings avisos={avisos} />
        )}
      </div>
    </section>
  )
}
