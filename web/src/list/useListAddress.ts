import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useClose } from '../ui/leaving.ts'

export interface PageSizes {
  sizes: readonly number[]
  /** The one that the address does not name. */
  usual: number
}
export const listSizes: PageSizes = { sizes: [5, 10, 15, 20], usual: 5 }

/** What the server takes: an address that asks for more is read as this much. */
const maxPage = 1e9
const maxSearch = 100

const key = (path: string) => `lista ${path}`

/** The address of a list as it was last seen in this tab: page, search and order included. */
export const lastAddressOf = (path: string) => path + (sessionStorage.getItem(key(path)) ?? '')

interface ListAddress {
  pagina: number
  porPagina: number
  buscar: string
  orden: string
}

/** What an address says after its path; what is as usual is left out. */
function searchOf(list: ListAddress, defaultOrder: string, usual: number) {
  const entries = Object.entries({
    ...list,
    pagina: list.pagina > 1 && list.pagina,
    porPagina: list.porPagina !== usual && list.porPagina,
    orden: list.orden !== defaultOrder && list.orden,
  }).filter(([, value]) => value)
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
}

/**
 * A list's page, page size, search and order live in the address, so that it can be reloaded and shared;
 * so do the `filters` that a list has of its own, each empty where it does not narrow.
 */
export function useListAddress<Filter extends string = never>(
  defaultOrder: string,
  filters: readonly Filter[] = [],
  { sizes, usual } = listSizes,
) {
  const [path, navigate] = useLocation()
  const [search] = useSearchParams()
  const size = Number(search.get('porPagina'))
  const address = {
    pagina: Math.min(maxPage, Math.max(1, Math.trunc(Number(search.get('pagina'))) || 1)),
    porPagina: sizes.find((each) => each === size) ?? usual,
    buscar: [...(search.get('buscar')?.trim() ?? '')].slice(0, maxSearch).join(''),
    orden: search.get('orden') ?? defaultOrder,
    ...Object.fromEntries(filters.map((filter) => [filter, search.get(filter)?.trim() ?? ''])),
    // fromEntries forgets its keys: they are the filters' names.
  } as ListAddress & Record<Filter, string>
  const text = search.toString()
  useEffect(() => {
    sessionStorage.setItem(key(path), text ? `?${text}` : '')
  }, [path, text])
  type Part = Partial<ListAddress & Record<Filter, string>>
  /** The address of the same list with a part of it changed, from page 1 unless it is told. */
  const hrefOf = (part: Part) => {
    const changed = searchOf({ ...address, pagina: 1, ...part }, defaultOrder, usual)
    return changed.size > 0 ? `${path}?${changed}` : path
  }
  /** A new page is a step in the history; anything else replaces what was before. */
  const change = (part: Part, { replace = part.pagina === undefined } = {}) =>
    navigate(hrefOf(part), { replace })
  const close = useClose()
  /** Takes away what stands over the list: a step back where it was opened from there. */
  const closeTo = (part: Part) => void close(hrefOf({ pagina: address.pagina, ...part }))
  return { address, change, hrefOf, closeTo }
}
