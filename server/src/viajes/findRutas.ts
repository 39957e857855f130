import type { Ruta, RutaQuery } from '@flota/contract/rutas.ts'
import type { Sql } from 'sql-template-tag'
import { matches } from '../db/search.ts'
import { type Db, empty, join, many, one, raw, sql } from '../db/sql.ts'
import type { Scope } from './findRuta.ts'
import { findPageOf, type Order, orders, page, type RutaPage, rowsOf } from './pages.ts'
import { lineaDeRuta } from './texto.ts'

export type RutaListQuery = Omit<RutaQuery, 'orden'> & { orden: Order }

interface Found extends RutaPage {
  exacto: boolean
}

/** Counting matches beyond this many costs more than it tells (contract.md section 2). */
const countLimit = 10_000

const compare = (column: string, operator: '=' | '>=' | '<=', value: unknown) =>
  value === undefined ? empty : sql` and ${raw(`${column} ${operator}`)} ${value}`

/** What narrows the list. A filter of the contract that is forgotten here does not compile. */
function filters(query: RutaListQuery, scope: Scope): Sql[] {
  const { buscar, campo, desde, hasta } = query
  const equal = (column: 'cliente_id' | 'chofer_id' | 'camion_id' | 'estado') =>
    compare(column, '=', query[column])
  const all = {
    buscar: matches(raw('busqueda'), buscar),
    campo: campo === 'todos' ? empty : matches(lineaDeRuta(campo), buscar),
    cliente_id: equal('cliente_id'),
    chofer_id: equal('chofer_id'),
    camion_id: equal('camion_id'),
    estado: equal('estado'),
    desde: compare('fecha', '>=', desde),
    hasta: compare('fecha', '<=', hasta),
    scope: compare('chofer_id', '=', scope.chofer_id),
  } satisfies Record<Exclude<keyof RutaQuery, 'pagina' | 'porPagina' | 'orden'> | 'scope', Sql>
  return Object.values(all).filter((filter) => filter !== empty)
}

/** A page of routes with the true total; narrowed lists count up to 10,000. */
export async function findRutas(db: Db, query: RutaListQuery, scope: Scope = {}): Promise<Found> {
  const narrowing = filters(query, scope)
  if (narrowing.length === 0) return { ...(await findPageOf(db, query)), exacto: true }
  const where = sql`eliminado_en is null ${join(narrowing, '')}`
  return query.buscar ? findMatches(db, query, where) : findNarrowed(db, query, where)
}

const bounded = (where: Sql) => sql`select id from rutas where ${where} limit ${countLimit + 1}`

const toFound = (rows: Ruta[], counted: number): Found => ({
  rows,
  total: Math.min(counted, countLimit),
  exacto: counted <= countLimit,
})

/** Filters stand in indexes that have the list's order: the page and the count are each a walk. */
async function findNarrowed(db: Db, query: RutaListQuery, where: Sql): Promise<Found> {
  const [rows, count] = await Promise.all([
    many<Ruta>(db, rowsOf(orderedIds(query, where), query.orden)),
    one<{ n: number }>(db, sql`select count(*) as n from (${bounded(where)}) contadas`),
  ])
  return toFound(rows, count?.n ?? 0)
}

const orderedIds = (query: RutaListQuery, where: Sql) =>
  sql`select id from rutas where ${where} order by ${raw(orders[query.orden])} ${page(query)}`

/**
 * Matches are found by trigrams and then ordered: the planner alone walks the date index for a rare word. Where they
 * are more than are counted, one soon meets a page of them in the list's own order.
 */
async function findMatches(db: Db, query: RutaListQuery, where: Sql): Promise<Found> {
  const order = raw(orders[query.orden])
  const rows = await many<(Ruta | { id: null }) & { contadas: number }>(
    db,
    sql`with halladas as materialized (
        select id, fecha, hora, no_ruta, estado from rutas where ${where} limit ${countLimit + 1}),
      cuenta as materialized (select count(*) as contadas from halladas),
      pagina as materialized (
        (select id from halladas where (select contadas from cuenta) <= ${countLimit}
          order by ${order} ${page(query)})
        union all
        (select id from rutas where ${where} and (select contadas from cuenta) > ${countLimit}
          order by ${order} ${page(query)}))
      select l.*, cuenta.contadas from cuenta left join pagina on true left join rutas_leer l using (id)
      order by ${order}`,
  )
  return toFound(
    // Past the last match only the count comes.
    rows.filter((row) => row.id !== null),
    rows[0]?.contadas ?? 0,
  )
}
