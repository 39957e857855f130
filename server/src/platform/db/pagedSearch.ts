import type { Sql } from 'sql-template-tag'
import { matches, matchesByIndex } from './search.ts'
import { type Db, empty, limitOffset, many, prepared, raw, sql } from './sql.ts'

/** Counting matches beyond this many costs more than it tells (docs/contract/general.md). */
const maxCountedMatches = 10_000

/** Beyond this many matches a page is soon met in the list's order: its rows need not all be put in order. */
const indexScanThreshold = 1000
/** So many of the list's first rows are looked through for it. */
const maxScannedRows = 2000

/** How a search is told of the column that it looks in; begins with ` and`, or is empty. */
type Matcher = typeof matches

interface PagedSearch {
  /** Its table; what is given of it is read of its view. */
  tipo: string
  /** What narrows it. Each filter has an index in the list's order. */
  where: (stands: Matcher) => Sql
  buscar: string | undefined
  /** Of its table and of what is given alike. */
  order: string
  page: { pagina: number; porPagina: number }
}

/** A page of a list that only grows, and up to 10,000 how many match. */
export async function findPageWithCount<Row extends { id: number }>(
  db: Db,
  { tipo, where, buscar, order, page: { pagina, porPagina } }: PagedSearch,
): Promise<{ rows: Row[]; total: number; exacto: boolean }> {
  const walk = { from: raw(tipo), by: raw(order), where }
  const page = { limit: porPagina, skip: (pagina - 1) * porPagina }
  const statement = sql`with ${buscar ? pageBySearch(walk, raw(order.replaceAll(' desc', '')), buscar, page) : pageByIndex(walk, page)}
    select v.*, cuenta.n as total
    from cuenta left join pagina on true left join ${raw(`${tipo}_leer`)} v on v.id = pagina.id
    order by ${raw(order.replaceAll(/\b(fecha|id)\b/g, 'v.$1'))}`
  const found = await many<(Row | { id: null }) & { total: number }>(
    db,
    buscar ? prepared(statement) : statement,
  )
  const total = found[0]?.total ?? 0
  return {
    rows: found.filter((row): row is Row & { total: number } => row.id !== null),
    total: Math.min(total, maxCountedMatches),
    exacto: total <= maxCountedMatches,
  }
}

interface ListScan {
  from: Sql
  by: Sql
  where: PagedSearch['where']
}
interface Page {
  limit: number
  skip: number
}

const noSearch: Matcher = () => empty

/** The page and the count are each a walk of an index. */
function pageByIndex({ from, by, where: narrowing }: ListScan, { limit, skip }: Page): Sql {
  const where = narrowing(noSearch)
  return sql`
    cuenta as (select count(*) as n from (select from ${from} where ${where} limit ${maxCountedMatches + 1}) contadas),
    pagina as materialized (select id from ${from} where ${where} order by ${by} ${limitOffset(limit, skip)})`
}

/**
 * Rare words are found by trigrams and then put in order. Common ones are soon met in the order: among the first rows,
 * and where there are more than are counted and they stand deeper, further on.
 * @param ordering what is ordered by: no more of a match is kept until all are found
 */
function pageBySearch(
  { from, by, where: narrowing }: ListScan,
  ordering: Sql,
  buscar: string,
  { limit, skip }: Page,
): Sql {
  const page = limitOffset(limit, skip)
  const byIndex = narrowing(matchesByIndex)
  const isMet = sql`(select count(*) from primeras) = ${skip + limit}::bigint`
  return sql`
    cuenta as materialized (select count(*) as n from (select from ${from} where ${byIndex} limit ${maxCountedMatches + 1}) halladas),
    primeras as materialized (
      select ${ordering} from (
        select ${ordering}, busqueda from ${from} where ${narrowing(noSearch)} order by ${by} limit ${maxScannedRows}) vistas
      where (select n from cuenta) > ${indexScanThreshold} ${matches(raw('busqueda'), buscar)}
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
