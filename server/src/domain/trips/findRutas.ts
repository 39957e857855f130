import type { Ruta, RutaQuery } from '@flota/contract/trips/rutas.ts'
import type { Sql } from 'sql-template-tag'
import { type SearchedTable, withNames } from '../../platform/db/nameKeys.ts'
import { maxCountedMatches, readPage, toCountedPage } from '../../platform/db/pagedSearch.ts'
import { matches, matchesByIndex, type NamedQuery } from '../../platform/db/search.ts'
import { type Db, empty, join, prepared, raw, sql } from '../../platform/db/sql.ts'
import type { ExportQuery } from '../../platform/http/serveExport.ts'
import type { Scope } from './findRuta.ts'
import { isLate } from './lateTrips.ts'
import {
  findPageOf,
  idsOfPage,
  type Order,
  pageBesideCount,
  pageStatement,
  rutaColumns,
  rutaOrders,
} from './pages.ts'
import { searchTextLine } from './searchText.ts'

export type RutaListQuery = Omit<RutaQuery, 'orden' | 'retraso'> & {
  orden: Order
  /** Only trips that are late at this moment. */
  lateAt?: Date | undefined
}

interface CountedRutaPage {
  rows: Ruta[]
  total: number
  exacto: boolean
}

const compare = (column: string, operator: '=' | '>=' | '<=', value: unknown) =>
  value === undefined ? empty : sql` and ${raw(`${column} ${operator}`)} ${value}`

type RutaFilters = Omit<RutaListQuery, 'pagina' | 'porPagina' | 'orden'>

const namedTables: Record<RutaQuery['campo'], readonly SearchedTable[]> = {
  todos: ['rutas', 'clientes', 'choferes'],
  no_ruta: ['rutas'],
  cliente: ['clientes'],
  servicio: [],
}

/** Returns the conditions of the list's filters. A missing filter of the contract does not compile. */
function filterConditions(query: NamedQuery<RutaFilters>, scope: Scope, matcher = matches): Sql[] {
  const { buscar, campo, desde, hasta, lateAt } = query
  const equal = (column: 'cliente_id' | 'chofer_id' | 'camion_id' | 'ayudante_id' | 'estado') =>
    compare(column, '=', query[column])
  const all = {
    buscar: matcher(raw('busqueda'), buscar),
    campo: campo === 'todos' ? empty : matches(searchTextLine(campo), buscar),
    cliente_id: equal('cliente_id'),
    chofer_id: equal('chofer_id'),
    camion_id: equal('camion_id'),
    ayudante_id: equal('ayudante_id'),
    estado: equal('estado'),
    desde: compare('fecha', '>=', desde),
    hasta: compare('fecha', '<=', hasta),
    lateAt: lateAt ? sql` and ${isLate(lateAt)}` : empty,
    scope: compare('chofer_id', '=', scope.chofer_id),
  } satisfies Record<Exclude<keyof RutaListQuery, 'pagina' | 'porPagina' | 'orden' | 'horas'> | 'scope', Sql>
  return Object.values(all).filter((filter) => filter !== empty)
}

export async function rutasExportQuery(db: Db, query: RutaFilters & { orden: Order }): Promise<ExportQuery> {
  const conditions = filterConditions(await withNames(db, namedTables[query.campo], query), {})
  const from = sql`from rutas where eliminado_en is null ${join([empty, ...conditions], '')}`
  return {
    from,
    rows: sql`select ${rutaColumns(undefined, 'l.')} from (select id ${from}) halladas join rutas_leer l using (id)
      order by ${raw(rutaOrders[query.orden])}`,
  }
}

/** Returns a page of routes. Its total is exact up to 10,000 matches, and always exact without filters. */
export async function findRutas(db: Db, query: RutaListQuery, scope: Scope = {}): Promise<CountedRutaPage> {
  const named = await withNames(db, namedTables[query.campo], query)
  const conditions = filterConditions(named, scope)
  if (conditions.length === 0) return { ...(await findPageOf(db, query)), exacto: true }
  const where = (filters: Sql[]) => sql`eliminado_en is null ${join(filters, '')}`
  return query.buscar
    ? findMatches(db, query, where(conditions), where(filterConditions(named, scope, matchesByIndex)))
    : findFiltered(db, query, where(conditions))
}

const countLimit = raw(String(maxCountedMatches + 1))

/** Filters without a search text have indexes in the list's order: page and count each read one. */
async function findFiltered(db: Db, query: RutaListQuery, where: Sql): Promise<CountedRutaPage> {
  const statement = sql`with cuenta as (
      select count(*) as n from (select id from rutas where ${where} limit ${countLimit}) contadas),
    pagina as materialized (${idsOfPage(query, where)})
    ${pageBesideCount(query)}`
  // One plan fits all records. A status, a delay or a date range may match few rows or nearly all.
  const fitsOnePlan = !query.estado && !query.desde && !query.hasta && !query.lateAt
  return toCountedPage(await readPage<Ruta>(db, fitsOnePlan ? prepared(statement) : statement))
}

/**
 * Finds matches by trigrams and sorts them: for a rare word the planner would read the whole date index.
 * A word with more matches than the limit soon fills a page in the list's order.
 */
async function findMatches(db: Db, query: RutaListQuery, where: Sql, byIndex: Sql): Promise<CountedRutaPage> {
  const order = raw(rutaOrders[query.orden])
  const statement = sql`with halladas as materialized (
      select id, fecha, hora, no_ruta, estado from rutas where ${byIndex} limit ${countLimit}),
    cuenta as materialized (select count(*) as n from halladas),
    pagina as materialized (
      (select id from halladas where (select n from cuenta) <= ${maxCountedMatches} order by ${order} ${pageStatement(query)})
      union all
      (select id from rutas where ${where} and (select n from cuenta) > ${maxCountedMatches}
        order by ${order} ${pageStatement(query)}))
    ${pageBesideCount(query)}`
  return toCountedPage(await readPage<Ruta>(db, statement))
}
