import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { defaultValue, type Filter, type Filters, readFilter } from './filters.ts'
import { storeListAddress } from './lastAddress.ts'

export interface PageSizes {
  sizes: readonly number[]
  /** Size before the user has chosen one on this device. */
  defaultSize: number
}
const defaultPageSizes: PageSizes = { sizes: [5, 10, 15, 20], defaultSize: 5 }

/** Values for an address without parameters. */
interface AddressDefaults {
  values: Readonly<Record<string, string>>
  /** Called when a change clears all of them. */
  forget: () => void
  /** Parameters that stay in the address: they select one of several lists at one path. */
  fixed?: AddressParams
}
const noDefaults: AddressDefaults = { values: {}, forget: () => undefined }

/** Returns the defaults of one of several lists at one path. */
export const withFixedParams = (fixed: AddressParams): AddressDefaults => ({ ...noDefaults, fixed })

const clearsDefaults = ({ values }: AddressDefaults, part: AddressParams, next: AddressParams) => {
  const names = Object.keys(values)
  return names.some((name) => name in part) && names.every((name) => next[name] === '')
}

/** The server's maximum. */
const maxPage = 1e9

type ValueOf<F extends Filter> = F extends { words: Readonly<Record<infer Word extends string, string>> }
  ? Word
  : string
type Values<F extends Filters> = { [K in keyof F]: ValueOf<F[K]> }
/** Filters of a call, without those that have no effect. */
type ActiveFilters<F extends Filters> = { [K in keyof F]?: Exclude<ValueOf<F[K]>, ''> | undefined }

type AddressChange<F extends Filters> = Partial<Values<F>> & { pagina?: number; porPagina?: number }

/** Address of any list, for the components of a list. */
export interface ListAddress {
  pagina: number
  porPagina: number
  sizes: readonly number[]
  filters: Filters
  values: Readonly<Record<string, string>>
  narrowed: boolean
  // A method is bivariant: components accept addresses with typed filters.
  change(this: void, part: Readonly<Record<string, string | number>>, how?: { replace: boolean }): void
  clear: () => void
  /** Stores the page size as it is; undefined if the user has chosen one on this device or in the address. */
  keepSize?: (() => void) | undefined
}

const mapFilters = (filters: Filters, value: (filter: Filter, name: string) => string) =>
  Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, value(filter, name)]))

const parsePageSize = ({ sizes, defaultSize }: PageSizes, text: string | null) =>
  sizes.find((each) => each === Number(text)) ?? defaultSize

/** Lists with the same sizes share the stored size. */
const sizeKey = ({ sizes }: PageSizes) => `filas ${sizes.join()}`
const storedPageSize = (offered: PageSizes) => parsePageSize(offered, localStorage.getItem(sizeKey(offered)))
const isSizeStored = (offered: PageSizes) => localStorage.getItem(sizeKey(offered)) !== null
const storePageSize = (offered: PageSizes, size: number) =>
  localStorage.setItem(sizeKey(offered), String(size))

function parseAddress(search: URLSearchParams, filters: Filters, pageSizes: PageSizes) {
  return {
    pagina: Math.min(maxPage, Math.max(1, Math.trunc(Number(search.get('pagina'))) || 1)),
    porPagina: parsePageSize(pageSizes, search.get('porPagina')),
    values: mapFilters(filters, (filter, name) => readFilter(filter, search.get(name)?.trim() ?? '')),
  }
}

/** Builds the query string: page, search and order first, without `omitted` values. */
function serializeAddress(
  { pagina, porPagina, buscar, orden, ...others }: AddressParams,
  omitted: AddressParams,
) {
  const params = Object.entries({ pagina, porPagina, buscar, orden, ...others }).filter(
    ([name, value]) => value !== undefined && value !== '' && value !== omitted[name],
  )
  return new URLSearchParams(params.map(([name, value]) => [name, String(value)]))
}

/** Returns a function that stores the default size; undefined if the user has chosen one. */
function useKeepSize(pageSizes: PageSizes, search: URLSearchParams) {
  const [, setKept] = useState(false)
  if (isSizeStored(pageSizes) || search.has('porPagina')) return undefined
  return () => {
    storePageSize(pageSizes, pageSizes.defaultSize)
    setKept(true)
  }
}

type AddressParams = Readonly<Record<string, string | number | undefined>>

/**
 * Keeps a list's page, page size and filters in the address, for reloads and shared links. The device remembers the
 * last page size; a size in the address overrides it.
 */
export function useListAddress<const F extends Filters>(
  filters: F,
  pageSizes = defaultPageSizes,
  defaults: AddressDefaults = noDefaults,
) {
  const [path, navigate] = useLocation()
  const [search] = useSearchParams()
  const text = search.toString()
  useEffect(() => storeListAddress(path, text && `?${text}`), [path, text])
  const lastSize = storedPageSize(pageSizes)
  const searchParams = text ? search : new URLSearchParams(defaults.values)
  const { values, ...page } = parseAddress(searchParams, filters, { ...pageSizes, defaultSize: lastSize })
  const filterDefaults = mapFilters(filters, defaultValue)
  const activeFilters = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

  /** A new page adds a history entry; other changes replace the entry and go to page 1. */
  const change = (part: AddressChange<F>, { replace = part.pagina === undefined } = {}) => {
    const next: AddressParams = { ...page, pagina: 1, ...values, ...part }
    // The address omits only the common default size: other devices have no stored size.
    const omitted = { pagina: 1, ...(lastSize === pageSizes.defaultSize && { porPagina: lastSize }) }
    const params = serializeAddress({ ...defaults.fixed, ...next }, { ...omitted, ...filterDefaults })
    if (part.porPagina) storePageSize(pageSizes, part.porPagina)
    if (clearsDefaults(defaults, part, next)) defaults.forget()
    navigate(params.size > 0 ? `${path}?${params}` : path, { replace })
  }
  return {
    ...page,
    sizes: pageSizes.sizes,
    filters,
    // The keys are the filters' names, which the type of fromEntries does not say.
    values: values as Values<F>,
    /** Filters without the page, for a call that returns all rows. */
    activeFilters: activeFilters as ActiveFilters<F>,
    query: { ...page, ...activeFilters } as typeof page & ActiveFilters<F>,
    narrowed: Object.entries(values).some(([name, value]) => value !== '' && filterDefaults[name] === ''),
    change,
    keepSize: useKeepSize(pageSizes, search),
    clear: () => change(filterDefaults as AddressChange<F>),
  }
}
