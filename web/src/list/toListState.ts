import type { Paginacion } from '../api/call.ts'
import type { ListAddress } from './useListAddress.ts'

interface ListQuery<Row> {
  /** A page; without `paginacion` all rows. */
  data: { data: readonly Row[]; paginacion?: Paginacion } | undefined
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => Promise<unknown>
}

export interface ListState<Row> {
  /** Undefined while loading for the first time. */
  rows: readonly Row[] | undefined
  /** The rows belong to the previous page: the next one is loading. */
  stale: boolean
  /** `total` and `pages` are undefined while unknown. */
  total: number | undefined
  pages: number | undefined
  /** The list has more than `total` rows; the server has not counted them. */
  more: boolean
  error: Error | null
  refetch: () => Promise<unknown>
}

/** Returns the page of the address; splits a response without pages. */
export function toListState<Row>(
  { data, error, isPlaceholderData, refetch }: ListQuery<Row>,
  { pagina, porPagina }: Pick<ListAddress, 'pagina' | 'porPagina'>,
): ListState<Row> {
  const rowCount = data?.data.length ?? 0
  const page = data?.paginacion ?? { total: rowCount, paginas: Math.ceil(rowCount / porPagina), exacto: true }
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
