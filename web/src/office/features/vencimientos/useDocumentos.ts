import type { Papel } from '@flota/contract/documents/documentos.ts'
import { useEndpoint, useEndpointIf } from '../../../api/cache/queries.ts'
import type { RequestOf } from '../../../api/call.ts'
import { toListState } from '../../../list/toListState.ts'
import type { ListAddress } from '../../../list/useListAddress.ts'

/** Quick filters in the order of the buttons. */
export const plazos = {
  atender: 'Por atender',
  todos: 'Todos',
  vencido: 'Vencido',
  '7-dias': '≤ 7 días',
  '15-dias': '≤ 15 días',
  '30-dias': '≤ 30 días',
  falta: 'Falta',
} as const
export type Plazo = keyof typeof plazos

/** Returns a filter by date, undefined if the server filters by state. */
function plazoPredicate(plazo: Plazo): ((papel: Papel) => boolean) | undefined {
  if (plazo === 'atender') return ({ estado }) => estado === 'vencido' || estado === 'por_vencer'
  const maxDays = Number.parseInt(plazo, 10)
  if (Number.isNaN(maxDays)) return undefined
  return ({ dias }) => dias !== null && dias >= 0 && dias <= maxDays
}

type DocumentosQuery = NonNullable<RequestOf<'GET /api/documentos'>['query']>

interface DocumentosOptions extends Pick<ListAddress, 'pagina' | 'porPagina'> {
  plazo: Plazo
  /** Includes replaced documents. */
  historial: 'si' | undefined
  orden: NonNullable<DocumentosQuery['orden']>
  /** The other filters. */
  filters: DocumentosQuery
}

/** Takes rows by expiry date, the earliest first. Returns them in the given order. */
const inOrder = (rows: Papel[], orden: DocumentosOptions['orden']) =>
  orden === 'vence' ? rows : rows.toReversed()

/** Returns the rows and the count per quick filter. Only the filters by date run here, not on the server. */
export function useDocumentos({ plazo, historial, orden, filters, ...page }: DocumentosOptions) {
  const predicate = plazoPredicate(plazo)
  const due = plazo === 'atender'
  const estado = plazo === 'vencido' || plazo === 'falta' ? plazo : undefined
  const query = { ...filters, ...page, orden, ...(estado && { estado }), ...(historial && { historial }) }
  const paged = useEndpointIf('GET /api/documentos', predicate ? null : { query })
  // The first page by expiry date.
  const next = useEndpoint('GET /api/documentos', { query: filters })
  const missing = useEndpoint('GET /api/documentos', {
    query: { ...filters, estado: 'falta', ...(!due && { porPagina: 1 }) },
  })

  const { data, error, isPlaceholderData, refetch } = predicate ? next : paged
  const missingRows = due ? missing.data?.data : []
  const listed = predicate
    ? data && missingRows && { data: [...inOrder(data.data.filter(predicate), orden), ...missingRows] }
    : data
  const again = () => Promise.all([refetch(), missing.refetch()])
  const countDated = (each: Plazo) =>
    next.data?.data.filter(plazoPredicate(each) ?? ((papel) => papel.estado === each)).length
  return {
    list: toListState(
      { data: listed, error: error ?? (due ? missing.error : null), isPlaceholderData, refetch: again },
      page,
    ),
    /** No document matches the filters. */
    none: next.data?.paginacion.total === 0,
    /** Returns undefined while unknown. */
    countOf: (each: Plazo): number | undefined => {
      const missingTotal = missing.data?.paginacion.total
      if (each === 'todos') return undefined
      if (each === 'falta') return missingTotal
      const dated = countDated(each)
      if (each !== 'atender') return dated
      return dated === undefined || missingTotal === undefined ? undefined : dated + missingTotal
    },
  }
}
