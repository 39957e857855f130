import type { Sql } from 'sql-template-tag'
import { matches, matchesByIndex, type NamedSearch } from './search.ts'
import { type Db, empty, limitOffset, many, prepared, raw, type Statement, sql } from './sql.ts'

/** Counting stops here: a larger exact number is not worth its time (docs/contract/general.md). */
export const maxCountedMatches = 10_000

/** With more matches than this, a scan in the list's order soon fills a page: no sort is needed. */
const indexScanThreshold = 1000
/** Rows that this scan reads at most. */
const maxScannedRows = 2000

/** Returns the condition on a column, with a leading ` and`; empty without a search. */
type Matcher = typeof matches

interface PagedSearch {
  /** Rows are read from the view `<tipo>_leer`, by default of the table to search. */
  tipo: string
  table?: string
  /** Column that `where` searches, by default `busqueda`. */
  searchColumn?: string
  /** Returns the filters and, by the matcher, the search. Each filter has an index in the list's order. */
  where: (matcher: Matcher) => Sql
  buscar: string | NamedSearch | undefined
  /** `order by` that is valid for both the table and the view. */
  order: string
  page: { pagina: number; porPagina: number }
  /** Selects the number of matches `n` of a list without a search, where it is kept. By default they are counted. */
  keptCount?: Sql | undefined
  /** Whether PostgreSQL keeps the plans of a list without a search: planning takes longer than reading a page. */
  keepsPlans?: boolean
}

/** Returns a page of an append-only list and the number of matches, counted up to 10,000. */
export async function findPageWithCount<Row extends { id: number }>(
  db: Db,
  {
    tipo,
    table = tipo,
    searchColumn = 'busqueda',
    where,
    buscar,
    order,
    page: { pagina, porPagina },
    keptCount,
    keepsPlans = buscar !== undefined,
  }: PagedSearch,
): Promise<{ rows: Row[]; total: number; exacto: boolean }> {
  const walk = { from: raw(table), column: raw(searchColumn), by: raw(order), where }
  const page = { limit: porPagina, skip: (pagina - 1) * porPagina }
  const statement = sql`with ${buscar ? pageBySearch(walk, raw(order.replaceAll(' desc', '')), buscar, page) : pageByIndex(walk, page, keptCount)}
    select v.*, cuenta.n as hallados
    from cuenta left join pagina on true left join ${raw(`${tipo}_leer`)} v on v.id = pagina.id
    order by ${raw(order.replaceAll(/\b(fecha|vence|id)\b/g, 'v.$1'))}`
  return toCountedPage(await readPage<Row>(db, keepsPlans ? prepared(statement) : statement))
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

/** Limits the total to `maxCountedMatches`. */
export const toCountedPage = <Row>({ rows, total }: RowsWithTotal<Row>) => ({
  rows,
  total: Math.min(total, maxCountedMatches),
  exacto: total <= maxCountedMatches,
})

interface ListScan {
  from: Sql
  column: Sql
  by: Sql
  where: PagedSearch['where']
}
interface Page {
  limit: number
  skip: number
}

const noSearch: Matcher = () => empty

/** Reads the page and the count by an index scan each. */
function pageByIndex(
  { from, by, where: narrowing }: Omit<ListScan, 'column'>,
  { limit, skip }: Page,
  keptCount: Sql | undefined,
): Sql {
  const where = narrowing(noSearch)
  const count = sql`select count(*) as n from (select from ${from} where ${where} limit ${maxCountedMatches + 1}) contadas`
  return sql`
    cuenta as (${keptCount ?? count}),
    pagina as materialized (select id from ${from} where ${where} order by ${by} ${limitOffset(limit, skip)})`
}

/**
 * Finds rare words by the trigram index and sorts the matches. Finds common words by a scan in the list's order: of
 * its first rows, then, if there are more than 10,000 matches and the page lies deeper, of all rows.
 * @param ordering columns of the order: the only ones kept until all matches are found
 */
function pageBySearch(
  { from, column, by, where: narrowing }: ListScan,
  ordering: Sql,
  buscar: string | NamedSearch,
  { limit, skip }: Page,
): Sql {
  const page = limitOffset(limit, skip)
  const byIndex = narrowing(matchesByIndex)
  const isMet = sql`(select count(*) from primeras) = ${skip + limit}::bigint`
  return sql`
    cuenta as materialized (select count(*) as n from (select from ${from} where ${byIndex} limit ${maxCountedMatches + 1}) halladas),
    primeras as materialized (
      select ${ordering} from (
        select ${ordering}, ${column} from ${from} where ${narrowing(noSearch)} order by ${by} limit ${maxScannedRows}) vistas
      where (select n from cuenta) > ${indexScanThreshold} ${matches(column, buscar)}
      order by ${by} limit ${skip + limit}::bigint),
    pagina as materialized (
      (select id from primeras where ${isMet} order by ${by} ${page})
      union all
      (select id from (select ${ordering} from ${from} where ${byIndex} and (select n from cuenta) <= ${maxCountedMatches} and not ${isMet}
        limit ${maxCountedMatches + 1}) halladas order by ${by} ${page})
      union all
      (select id from ${from} where ${narrowing(matches)} and (select n from cuenta) > ${maxCountedMatches} and not ${isMet}
        order by ${by} ${page}))`
}
