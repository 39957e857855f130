import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { keepAddress } from '../api/cache/lastAddress.ts'
import { type Filter, type Filters, readFilter, usualOf } from './filters.ts'

export interface PageSizes {
  sizes: readonly number[]
  /** The one that the address does not name. */
  usual: number
}
const listSizes: PageSizes = { sizes: [5, 10, 15, 20], usual: 5 }

/** What the server takes: an address that asks for more is read as this much. */
const maxPage = 1e9

type ValueOf<F extends Filter> = F extends { words: Readonly<Record<infer Word extends string, string>> }
  ? Word
  : string
type Values<F extends Filters> = { [K in keyof F]: ValueOf<F[K]> }
/** As the call takes them: what does not narrow is left out. */
type Asked<F extends Filters> = { [K in keyof F]?: Exclude<ValueOf<F[K]>, ''> | undefined }

/** Of any list, for what draws it. */
export interface ListAddress {
  pagina: number
  porPagina: number
  sizes: readonly number[]
  filters: Filters
  values: Readonly<Record<string, string>>
  /** Something is left out. */
  narrowed: boolean
  // A method: whoever has the filters' types changes by them, what draws any list by their names.
  change(this: void, part: Readonly<Record<string, string | number>>, how?: { replace: boolean }): void
  clear: () => void
}

const eachOf = (filters: Filters, value: (filter: Filter, name: string) => string) =>
  Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, value(filter, name)]))

/** What an address says; what is wrong in it is as if absent. */
function read(search: URLSearchParams, filters: Filters, { sizes, usual }: PageSizes) {
  const size = Number(search.get('porPagina'))
  return {
    pagina: Math.min(maxPage, Math.max(1, Math.trunc(Number(search.get('pagina'))) || 1)),
    porPagina: sizes.find((each) => each === size) ?? usual,
    values: eachOf(filters, (filter, name) => readFilter(filter, search.get(name)?.trim() ?? '')),
  }
}

/** What is written after the path: page, search and order first; what is as `usual` is left out. */
function write({ pagina, porPagina, buscar, orden, ...others }: Said, usual: Said) {
  const said = Object.entries({ pagina, porPagina, buscar, orden, ...others }).filter(
    ([name, value]) => value !== undefined && value !== '' && value !== usual[name],
  )
  return new URLSearchParams(said.map(([name, value]) => [name, String(value)]))
}

type Said = Readonly<Record<string, string | number | undefined>>

/**
 * A list's page, page size and filters live in the address, so that it can be reloaded and shared. Any address
 * is read.
 */
export function useListAddress<const F extends Filters>(filters: F, pageSizes = listSizes) {
  const [path, navigate] = useLocation()
  const [search] = useSearchParams()
  const text = search.toString()
  useEffect(() => keepAddress(path, text && `?${text}`), [path, text])

  const { values, ...page } = read(search, filters, pageSizes)
  const usual = eachOf(filters, usualOf)
  const asked = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

  type Part = Partial<Values<F>> & { pagina?: number; porPagina?: number }
  /** A new page is a step in the history; anything else replaces what was before, from page 1. */
  const change = (part: Part, { replace = part.pagina === undefined } = {}) => {
    const next = { ...page, pagina: 1, ...values, ...part }
    const said = write(next, { pagina: 1, porPagina: pageSizes.usual, ...usual })
    navigate(said.size > 0 ? `${path}?${said}` : path, { replace })
  }
  return {
    ...page,
    sizes: pageSizes.sizes,
    filters,
    // fromEntries forgets its keys: they are the filters' names, and each value is one of its filter's.
    values: values as Values<F>,
    /** The filters as a call takes them that gives all rows. */
    asked: asked as Asked<F>,
    /** The same with the page. */
    query: { ...page, ...asked } as typeof page & Asked<F>,
    narrowed: Object.entries(values).some(([name, value]) => value !== '' && usual[name] === ''),
    change,
    clear: () => change(usual as Part),
  }
}
