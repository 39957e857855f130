import { occupiedCodigos } from '@flota/contract/records/codigos.ts'
import type { AvisoDeViaje } from '@flota/contract/trips/revision.ts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ApiError } from '../../api/ApiError.ts'
import { LoadError } from '../../ui/LoadError.tsx'

interface CheckedTrip {
  avisos?: readonly AvisoDeViaje[] | undefined
}

interface Props {
  /** Undefined until the server has answered. */
  trips: readonly CheckedTrip[] | undefined
  query: { error: ApiError | null; refetch: () => Promise<unknown>; asking: boolean }
}

const isOccupied = ({ codigo }: AvisoDeViaje) => occupiedCodigos.some((each) => each === codigo)

/** Says how many trips overlap. */
export function TrialSummary({ trips, query }: Props) {
  if (query.error) return <LoadError title="Error al revisar los viajes" query={query} />
  const n = trips?.filter(({ avisos }) => avisos?.some(isOccupied)).length ?? 0
  const Icon = n > 0 ? TriangleAlert : CircleCheck
  return (
    <p role="status" aria-busy={query.asking} className="min-h-6 font-semibold aria-busy:opacity-60">
      {trips && (
        <span className={n > 0 ? 'text-notice' : 'text-good'}>
          <Icon aria-hidden="true" className="mr-1.5 inline size-4.5 align-[-3px]" />
          {overlapText(n, trips.length)}
        </span>
      )}
    </p>
  )
}

function overlapText(n: number, total: number): string {
  if (n === 0) return 'Ninguno se traslapa.'
  return n === 1 ? `1 de ${total} se traslapa.` : `${n} de ${total} se traslapan.`
}
