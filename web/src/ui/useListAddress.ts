import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'

export const pageSizes = [5, 10, 15, 20] as const
const defaultPageSize = 5

const key = (path: string) => `lista ${path}`

/** The address of a list as it was last seen in this tab: page, search and order included. */
export const lastAddressOf = (path: string) => path + (sessionStorage.getItem(key(path)) ?? '')

interface ListAddress {
  pagina: number
  porPagina: number
  buscar: string
  orden: string
}

/** A list's page, page size, search and order live in the address, so that it can be reloaded and shared. */
export function useListAddress(defaultOrder: string) {
  const [path] = useLocation()
  const [search, setSearch] = useSearchParams()
  const size = Number(search.get('porPagina'))
  const address: ListAddress = {
    pagina: Math.max(1, Math.trunc(Number(search.get('pagina'))) || 1),
    porPagina: pageSizes.find((each) => each === size) ?? defaultPageSize,
    buscar: search.get('buscar')?.trim() ?? '',
    orden: search.get('orden') ?? defaultOrder,
  }
  const text = search.toString()
  useEffect(() => {
    sessionStorage.setItem(key(path), text ? `?${text}` : '')
  }, [path, text])
  /** A new page is a step in the history; a new search or order replaces the one before and starts at page 1. */
  const change = (part: Partial<ListAddress>, { replace = part.pagina === undefined } = {}) => {
    const next = { ...address, pagina: 1, ...part }
    const entries = Object.entries({
      pagina: next.pagina > 1 && next.pagina,
      porPagina: next.porPagina !== defaultPageSize && next.porPagina,
      buscar: next.buscar,
      orden: next.orden !== defaultOrder && next.orden,
    }).filter(([, value]) => value)
    setSearch(
      entries.map(([name, value]) => [name, String(value)]),
      { replace },
    )
  }
  return { address, change }
}
