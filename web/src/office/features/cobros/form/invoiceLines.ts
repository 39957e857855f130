import { useSearchParams } from 'wouter'
import type { ApiError } from '../../../../api/ApiError.ts'
import { useEndpointIf } from '../../../../api/cache/queries.ts'
import type { Form } from '../../../../form/FieldSpec.ts'
import { idIn } from '../../../../form/validate.ts'
import { sumAmounts } from '../../../shared/moneyLists.ts'

/** A trip that the form's invoice has or may have. */
export interface InvoiceTrip {
  id: number
  no_ruta: string
  fecha: string
  origen: string | null
  destino: string | null
  /** Null for a line of a stored invoice. */
  servicio: string | null
  monto: number
}

interface InvoiceTrips {
  /** Undefined while loading; empty without a client. */
  trips: readonly InvoiceTrip[] | undefined
  error: ApiError | null
  refetch: () => void
}

/** Returns the lines of the form's stored invoice and its client's trips to invoice, up to `hasta` of the address. */
export function useInvoiceTrips(form: Form): InvoiceTrips {
  const [search] = useSearchParams()
  const hasta = search.get('hasta') ?? undefined
  const cliente = idIn(form, 'cliente_id')
  const { id } = form
  const open = useEndpointIf(
    'GET /api/por-facturar/:id',
    cliente === null ? null : { params: { id: cliente }, query: { hasta } },
  )
  const stored = useEndpointIf(
    'GET /api/facturas/:id',
    id === undefined ? null : { params: { id: String(id) }, query: { viaje: 'si' } },
  )
  const own = id === undefined ? [] : stored.data?.data.rutas
  const others = cliente === null ? [] : open.isPlaceholderData ? undefined : open.data?.data
  return {
    trips: own &&
      others && [
        ...own.map(({ viaje, ...line }) => ({
          ...line,
          id: line.ruta_id,
          origen: viaje?.origen ?? null,
          destino: viaje?.destino ?? null,
          servicio: null,
        })),
        ...others
          .filter(({ ruta_id }) => !own.some((line) => line.ruta_id === ruta_id))
          .map(({ precio, ...trip }) => ({ ...trip, id: trip.ruta_id, monto: precio })),
      ],
    error: open.error ?? stored.error,
    refetch: () => void Promise.all([open.refetch(), stored.refetch()]),
  }
}

export const sumOfTrips = (trips: readonly InvoiceTrip[], ids: readonly number[]) =>
  sumAmounts(trips.filter(({ id }) => ids.includes(id)).map(({ monto }) => monto))
