import type { AvisoDeViaje } from '@flota/contract/revision.ts'
import { CircleCheck } from 'lucide-react'
import { useEndpointWhile } from '../../../api/cache/queries.ts'
import type { Form } from '../../../form/useForm.ts'
import { useSettled } from '../../../form/useSettled.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { Avisos } from '../../../viaje/office/Avisos.tsx'
import { isClosed, revisionOf } from './trip.ts'

/** A refused save and the trip it was refused for. */
export interface Refused {
  avisos: readonly AvisoDeViaje[]
  of: string
}

/** Tells two trips apart that the check would judge differently. */
export const tripKey = (form: Form) => JSON.stringify(revisionOf(form))

interface Props {
  form: Form
  refused: Refused | null
}

/** What speaks against the trip that is being typed, asked after each pause. It never takes the focus. */
export function RevisionPanel({ form, refused }: Props) {
  const now = revisionOf(form)
  const body = useSettled(now, tripKey(form))
  const answer = useEndpointWhile('POST /api/rutas/revision', body ? { body } : null)
  const known = refused?.of === tripKey(form) ? refused.avisos : answer.data?.data.avisos
  return (
    <section
      aria-labelledby="revision"
      className="rounded-ui border border-line p-4 xl:sticky xl:top-4 xl:min-h-40"
    >
      <h2 id="revision" className="mb-2 font-bold">
        Revisión del viaje
      </h2>
      <div aria-live="polite">
        {isClosed(form) ? (
          <p className="text-sm text-muted">Un viaje entregado o con incidente ya no ocupa a nadie.</p>
        ) : !now ? (
          <p className="text-sm text-muted">
            Con fecha, hora, piloto y camión, aquí verás si algo choca con este viaje.
          </p>
        ) : answer.error?.passing ? (
          <LoadError title="No se pudo revisar el viaje." of={answer} />
        ) : known?.length === 0 ? (
          <p className="flex items-center gap-2 text-good">
            <CircleCheck aria-hidden="true" className="size-4.5 shrink-0" />
            Nada choca con este viaje.
          </p>
        ) : (
          known && <Avisos avisos={known} />
        )}
      </div>
    </section>
  )
}
