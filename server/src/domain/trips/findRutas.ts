import type { Ruta, RutaQuery } from '@flota/contract/trips/rutas.ts'
import type { Sql } from 'sql-template-tag'
import { type ChangesPage, findChanges } from '../../platform/db/changes.ts'
import { type SearchedTable, withNames } from '../../platform/db/nameKeys.ts'
import {
  allCounted,
  type CountedPage,
  filteredCount,
  readPage,
  searchedPage,
  searchLimit,
  toCountedPage,
} from '../../platform/db/pagedSearch.ts'
import { matches, type NamedQuery, type NamedSearch } from '../../platform/db/search.ts'
import {
  type Db,
  empty,
  join,
  limitOffset,
  prepared,
  raw,
  type Statement,
  sql,
} from '../../platform/db/sql.ts'
import type { ExportQuery } from '../../platform/http/serveExport.ts'
import type { Scope } from './findRuta.ts'
import { isLate } from './lateTrips.ts'
import { idsByPerson, isNameOrder, type NameOrder } from './nameOrders.ts'
import {
  findPageOf,
  idsOfPage,
  type Order,
  pageBesideCount,
  rowOrder,
  rutaColumns,
  rutaOrders,
} from './pages.ts'
import { searchTextLine } from './searchText.ts'

export type RutaListQuery = Omit<RutaQuery, 'orden' | 'retraso'> & {
  orden: Order
  /** Only trips that are late at this moment. */
  lateAt?: Date | undefined
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
function filterConditions(query: NamedQuery<RutaFilters>, scope: Scope): Sql[] {
  const { buscar, campo, desde, hasta, lateAt } = query
  const equal = (column: 'cliente_id' | 'chofer_id' | 'camion_id' | 'ayudante_id' | 'estado') =>
    compare(column, '=', query[column])
  const all = {
    buscar: matches(raw('busqueda'), buscar),
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
      order by ${raw(rowOrder(query.orden))}`,
  }
}

/** Returns a page of routes. The total is exact without filters, else counted up to a limit. */
export async function findRutas(db: Db, query: RutaListQuery, scope: Scope = {}): Promise<CountedPage<Ruta>> {
  const named = await withNames(db, namedTables[query.campo], query)
  const conditionsOf = (buscar?: NamedSearch) => filterConditions({ ...named, buscar }, scope)
  const { buscar } = named
  if (conditionsOf(buscar).length === 0) return { ...(await findPageOf(db, query)), exacto: true }
  const where = (search?: NamedSearch) => join([raw('eliminado_en is null'), ...conditionsOf(search)], '')
  const order = rutaOrders[query.orden]
  const search = isNameOrder(query.orden)
    ? searchedByPerson(query.orden, query, where(buscar))
    : searchedPage({ table: 'rutas', where, buscar, order, page: query }, rutaKeys, 'id')
  const statement = buscar
    ? sql`with ${search} ${pageBesideCount(query)}`
    : selectFiltered(query, where(), fewMatch(query, scope))
  return toCountedPage(await readPage<Ruta>(db, statement), Boolean(buscar))
}

/** Returns a page of the routes in the order of their last change, with those in the bin. */
export async function findChangedRutas(
  db: Db,
  { horas, ...query }: RutaFilters & ChangesPage,
): ReturnType<typeof findChanges<Ruta>> {
  const conditions = filterConditions(await withNames(db, namedTables[query.campo], query), {})
  const columns = sql`${rutaColumns(horas, 'l.')}, l.eliminado_en`
  return findChanges<Ruta>(db, 'rutas', { where: join([empty, ...conditions], ''), columns }, query)
}

/** Columns of all orders. */
const rutaKeys = 'id, fecha, hora, no_ruta, estado, precio, cliente_id, chofer_id'

const pageOf = ({ pagina, porPagina }: RutaListQuery) => limitOffset(porPagina, (pagina - 1) * porPagina)

/** Returns the CTEs `cuenta` and `pagina` of a search: few matches are sorted, frequent ones are read by person. */
const searchedByPerson = (orden: NameOrder, page: RutaListQuery, where: Sql) => sql`
  halladas as materialized (select ${raw(rutaKeys)} from rutas where ${where} ${searchLimit}),
  cuenta as materialized (select count(*) as n from halladas),
  pagina as materialized (
    (select id from halladas where ${allCounted} order by ${raw(rutaOrders[orden])} ${pageOf(page)})
    union all
    (${idsByPerson(orden, sql`${where} and not ${allCounted}`, pageOf(page))}))`

/** Whether the filters leave few routes: those of one record, or with open or late states. */
const fewMatch = (query: RutaListQuery, scope: Scope) =>
  Boolean(scope.chofer_id ?? query.cliente_id ?? query.chofer_id ?? query.camion_id ?? query.ayudante_id) ||
  query.lateAt !== undefined ||
  (query.estado !== undefined && query.estado !== 'Entregado')

function selectFiltered(query: RutaListQuery, where: Sql, few: boolean): Statement {
  const statement = sql`with ${filteredCount(sql`rutas where ${where}`)},
    pagina as materialized (${idsOfPage(query, where, few)})
    ${pageBesideCount(query)}`
  // One plan fits all records. A status, a delay or a date range may match few rows or nearly all.
  const fitsOnePlan = !query.estado && !query.desde && !query.hasta && !query.lateAt
  return fitsOnePlan ? prepared(statement) : statement
}
