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

export type DocumentosQuery = NonNullable<RequestOf<'GET /api/documentos'>['query']>

/** Returns the parameters of a quick filter. */
export function plazoQuery(plazo: Plazo): Pick<DocumentosQuery, 'estado' | 'plazo'> {
  if (plazo === 'todos') return {}
  return plazo === 'vencido' || plazo === 'falta' ? { estado: plazo } : { plazo }
}

interface DocumentosOptions {
  page: Pick<ListAddress, 'pagina' | 'porPagina'>
  plazo: Plazo
  /** Includes replaced documents. */
  historial: 'si' | undefined
  orden: NonNullable<DocumentosQuery['orden']>
  /** The other filters. */
  filters: DocumentosQuery
}

/** Returns a page of the documents, and whether no document matches the filters in any quick filter. */
export function useDocumentos({ page, plazo, historial, orden, filters }: DocumentosOptions) {
  const query = { ...filters, ...page, ...plazoQuery(plazo), orden, ...(historial && { historial }) }
  const list = toListState(useEndpoint('GET /api/documentos', { query }), page)
  const all = useEndpoint('GET /api/documentos', { query: { ...filters, porPagina: 1 } })
  return { list, none: all.data?.paginacion.total === 0 }
}

/** Returns the number of documents of a quick filter; undefined while unknown and for all documents. */
export function useDocumentosCount(plazo: Plazo, filters: DocumentosQuery) {
  const query = plazo === 'todos' ? null : { ...filters, ...plazoQuery(plazo), porPagina: 1 }
  return useEndpointIf('GET /api/documentos', query && { query }).data?.paginacion
}
