import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { defaultValue, type Filter, type Filters, readFilter } from './filters.ts'
import { storeListAddress } from './lastAddress.ts'

export interface PageSizes {
  sizes: readonly number[]
  /** The size until another is chosen on this machine. */
  defaultSize: number
}
const defaultPageSizes: PageSizes = { sizes: [5, 10, 15, 20], defaultSize: 5 }

/** What an address that says nothing means on this machine. */
interface AddressDefaults {
  values: Readonly<Record<string, string>>
  /** Called where a change empties all of them. */
  forget: () => void
  /** Stays in the address whatever changes: which of several lists at one path it is. */
  fixed?: AddressParams
}
const noDefaults: AddressDefaults = { values: {}, forget: () => undefined }

/** Of one of several lists at one path, which `said` tells apart. */
export const withFixedParams = (fixed: AddressParams): AddressDefaults => ({ ...noDefaults, fixed })

const clearsDefaults = ({ values }: AddressDefaults, part: AddressParams, next: AddressParams) => {
  const names = Object.keys(values)
  return names.some((name) => name in part) && names.every((name) => next[name] === '')
}

/** The server's limit; a higher page in the address is read as this. */
const maxPage = 1e9

type ValueOf<F extends Filter> = F extends { words: Readonly<Record<infer Word extends string, string>> }
  ? Word
  : string
type Values<F extends Filters> = { [K in keyof F]: ValueOf<F[K]> }
/** Filters as a call takes them: those that narrow nothing are left out. */
type ActiveFilters<F extends Filters> = { [K in keyof F]?: Exclude<ValueOf<F[K]>, ''> | undefined }

type AddressChange<F extends Filters> = Partial<Values<F>> & { pagina?: number; porPagina?: number }

/** The address of any list, for the components that draw it. */
export interface ListAddress {
  pagina: number
  porPagina: number
  sizes: readonly number[]
  filters: Filters
  values: Readonly<Record<string, string>>
  /** Whether any filter narrows the list. */
  narrowed: boolean
  // A method, so that an address with typed filters can be passed to what knows them by name alone.
  change(this: void, part: Readonly<Record<string, string | number>>, how?: { replace: boolean }): void
  clear: () => void
}

const mapFilters = (filters: Filters, value: (filter: Filter, name: string) => string) =>
  Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, value(filter, name)]))

const parsePageSize = ({ sizes, defaultSize }: PageSizes, said: string | null) =>
  sizes.find((each) => each === Number(said)) ?? defaultSize

/** Lists that offer the same sizes remember one. */
const sizeKey = ({ sizes }: PageSizes) => `filas ${sizes.join()}`
const storedPageSize = (offered: PageSizes) => parsePageSize(offered, localStorage.getItem(sizeKey(offered)))
const storePageSize = (offered: PageSizes, size: number) =>
  localStorage.setItem(sizeKey(offered), String(size))

/** Reads an address; invalid parts count as absent. */
function parseAddress(search: URLSearchParams, filters: Filters, pageSizes: PageSizes) {
  return {
    pagina: Math.min(maxPage, Math.max(1, Math.trunc(Number(search.get('pagina'))) || 1)),
    porPagina: parsePageSize(pageSizes, search.get('porPagina')),
    values: mapFilters(filters, (filter, name) => readFilter(filter, search.get(name)?.trim() ?? '')),
  }
}

/** Writes the query string: page, search and order first; values as in `usual` are left out. */
function serializeAddress(
  { pagina, porPagina, buscar, orden, ...others }: AddressParams,
  usual: AddressParams,
) {
  const said = Object.entries({ pagina, porPagina, buscar, orden, ...others }).filter(
    ([name, value]) => value !== undefined && value !== '' && value !== usual[name],
  )
  return new URLSearchParams(said.map(([name, value]) => [name, String(value)]))
}

type AddressParams = Readonly<Record<string, string | number | undefined>>

/**
 * A list's page, page size and filters live in the address, so that it can be reloaded and shared. The size chosen last
 * is remembered on this machine; an address that says another wins.
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

  const last = storedPageSize(pageSizes)
  const said = text ? search : new URLSearchParams(defaults.values)
  const { values, ...page } = parseAddress(said, filters, { ...pageSizes, defaultSize: last })
  const usual = mapFilters(filters, defaultValue)
  const asked = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

  /** A new page adds to the history; other changes replace the entry and start at page 1. */
  const change = (part: AddressChange<F>, { replace = part.pagina === undefined } = {}) => {
    const next: AddressParams = { ...page, pagina: 1, ...values, ...part }
    // Left out, another size than the first would be this machine's alone.
    const first = { pagina: 1, ...(last === pageSizes.defaultSize && { porPagina: last }) }
    const written = serializeAddress({ ...defaults.fixed, ...next }, { ...first, ...usual })
    if (part.porPagina) storePageSize(pageSizes, part.porPagina)
    if (clearsDefaults(defaults, part, next)) defaults.forget()
    navigate(written.size > 0 ? `${path}?${written}` : path, { replace })
  }
  return {
    ...page,
    sizes: pageSizes.sizes,
    filters,
    // fromEntries forgets its keys: they are the filters' names, and each value is one of its filter's.
    values: values as Values<F>,
    /** The filters alone, for a call that gives all rows. */
    activeFilters: asked as ActiveFilters<F>,
    query: { ...page, ...asked } as typeof page & ActiveFilters<F>,
    narrowed: Object.entries(values).some(([name, value]) => value !== '' && usual[name] === ''),
    change,
    clear: () => change(usual as AddressChange<F>),
  }
}
