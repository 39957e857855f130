import type { Sql } from 'sql-template-tag'
import type { NamedSearch } from './search.ts'
import { type Db, limitOffset, many, prepared, raw, type Statement, sql } from './sql.ts'

/** Counting stops here: a larger exact number is not worth its time (docs/contract/general.md). */
const maxFiltered = 10_000
/** The same with a search text. */
const maxSearched = 1000
/** Ends a search's count. */
export const searchLimit = raw(`limit ${maxSearched + 1}`)

/** Whether a search's count is complete. */
export const allCounted = raw(`(select n from cuenta) <= ${maxSearched}`)

/** A search scans at most so many rows in the list's order for each row that the page needs. */
const scannedPerRow = 200

export interface PagedList {
  table: string
  /** Returns the filters, and the search if it is given. Each filter has an index in the list's order. */
  where: (buscar?: NamedSearch) => Sql
  buscar: NamedSearch | undefined
  /** `order by` that is valid for both the table and the view; its last column is unique. */
  order: string
  page: { pagina: number; porPagina: number }
  /** Selects the number of matches `n` of a list without a search, where it is kept. By default they are counted. */
  keptCount?: Sql | undefined
}

interface ListView {
  /** Rows are read from this view, by default `<table>_leer`. */
  view?: string
  columns?: Sql
  /** Whether PostgreSQL keeps the plans of a list without a search: planning takes longer than reading a page. */
  keepsPlans?: boolean
}

export interface CountedPage<Row> {
  rows: Row[]
  total: number
  /** False if `total` is a lower bound. */
  exacto: boolean
}

/** Returns a page and the number of matches, counted up to 1,000 with a search and up to 10,000 without. */
export async function findPageWithCount<Row extends { id: number }>(
  db: Db,
  { view, columns = raw('v.*'), keepsPlans = false, ...list }: PagedList & ListView,
): Promise<CountedPage<Row>> {
  const { table, buscar, order } = list
  const keys = order.replaceAll(/ desc| collate \w+/g, '')
  const statement = sql`with ${buscar ? searchedPage(list, keys) : filteredPage(list, keys)}
    select ${columns}, cuenta.n as hallados
    from cuenta left join pagina on true left join ${raw(view ?? `${table}_leer`)} v using (${raw(keys)})
    order by ${raw(order)}`
  const isPrepared = keepsPlans && !buscar
  return toCountedPage(await readPage<Row>(db, isPrepared ? prepared(statement) : statement), Boolean(buscar))
}

interface RowsWithTotal<Row> {
  rows: Row[]
  total: number
}

/** Reads rows with their total. An empty page is one row of nulls with the total. */
export async function readPage<Row extends { id: number }>(
  db: Db,
  statement: Statement,
): Promise<RowsWithTotal<Row>> {
  const found = await many<(Row | { id: null }) & { hallados: number }>(db, statement)
  return {
    rows: found.filter((row): row is Row & { hallados: number } => row.id !== null),
    total: found[0]?.hallados ?? 0,
  }
}

/** Limits the total to the number of rows that are counted. */
export function toCountedPage<Row>(
  { rows, total }: RowsWithTotal<Row>,
  hasSearch: boolean,
): CountedPage<Row> {
  const limit = hasSearch ? maxSearched : maxFiltered
  return { rows, total: Math.min(total, limit), exacto: total <= limit }
}

/** Leaves `exacto` out if true: without a search the list is always exact. */
export const toSearchedPage = <Row>({ rows, total, exacto }: CountedPage<Row>) =>
  exacto ? { rows, total } : { rows, total, exacto }

/** Returns the CTE `cuenta` of filters. */
export const filteredCount = (from: Sql): Sql =>
  sql`cuenta as (select count(*) as n from (select from ${from} limit ${maxFiltered + 1}) contadas)`

/** Returns the CTEs `cuenta` and `pagina` of a list without a search. */
function filteredPage(
  { table, where, order, page: { pagina, porPagina }, keptCount }: PagedList,
  keys: string,
): Sql {
  const from = sql`${raw(table)} where ${where()}`
  const page = limitOffset(porPagina, (pagina - 1) * porPagina)
  const count = keptCount ? sql`cuenta as (${keptCount})` : filteredCount(from)
  return sql`${count},
    pagina as materialized (select ${raw(keys)} from ${from} order by ${raw(order)} ${page})`
}

/**
 * Returns the CTEs `cuenta` and `pagina` of a search. The first rows in the list's order fill the page if matches are
 * frequent there. Otherwise all matches are sorted.
 * @param keys columns of the order
 * @param shown columns of `pagina`
 */
export function searchedPage(
  { table, where, buscar, order, page }: PagedList,
  keys: string,
  shown = keys,
): Sql {
  const skip = (page.pagina - 1) * page.porPagina
  const needed = skip + page.porPagina
  const matching = sql`select ${raw(keys)} from ${raw(table)} where ${where(buscar)}`
  return sql`
    halladas as materialized (${matching} ${searchLimit}),
    cuenta as materialized (select count(*) as n from halladas),
    primeras as materialized (
      select ${raw(keys)} from (
        select * from ${raw(table)} where ${where()} order by ${raw(order)} limit ${needed * scannedPerRow}) ${raw(table)}
      where not ${allCounted} and ${where(buscar)} order by ${raw(order)} limit ${needed}),
    todas as materialized (
      select * from halladas where ${allCounted}
      union all
      select * from primeras where (select count(*) from primeras) = ${needed}
      union all
      ${matching} and not ${allCounted} and (select count(*) from primeras) < ${needed}),
    pagina as materialized (
      select ${raw(shown)} from todas order by ${raw(order)} limit ${page.porPagina} offset ${skip})`
}
