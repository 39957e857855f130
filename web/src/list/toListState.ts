import type { Paginacion } from '../api/call.ts'
import type { ListAddress } from './useListAddress.ts'

interface ListQuery<Row> {
  /** A page, or all rows where there is no `paginacion`. */
  data: { data: readonly Row[]; paginacion?: Paginacion } | undefined
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => Promise<unknown>
}

export interface ListState<Row> {
  /** Undefined while loading for the first time. */
  rows: readonly Row[] | undefined
  /** The rows are those of the previous page, while the next one loads. */
  stale: boolean
  /** Undefined while unknown, as `pages` is. */
  total: number | undefined
  pages: number | undefined
  /** There are more than `total`, uncounted. */
  more: boolean
  error: Error | null
  refetch: () => Promise<unknown>
}

/** The page in the address; an answer that has no pages is cut into them here. */
export function toListState<Row>(
  { data, error, isPlaceholderData, refetch }: ListQuery<Row>,
  { pagina, porPagina }: Pick<ListAddress, 'pagina' | 'porPagina'>,
): ListState<Row> {
  const given = data?.data.length ?? 0
  const page = data?.paginacion ?? { total: given, paginas: Math.ceil(given / porPagina), exacto: true }
  return {
    rows: data?.paginacion ? data.data : data?.data.slice((pagina - 1) * porPagina, pagina * porPagina),
    stale: isPlaceholderData,
    total: data && page.total,
    pages: data && page.paginas,
    more: page.exacto === false,
    error,
    refetch,
  }
}
