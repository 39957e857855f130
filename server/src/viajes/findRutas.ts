import type { Historial, Ruta, RutaQuery } from '@flota/contract/rutas.ts'
import type { Sql } from 'sql-template-tag'
import { matches } from './search.ts'
import { type Db, empty, many, named, one, raw, sql } from './sql.ts'

// Reading routes: the office's list, the pilot's list and the reports read the same rows.

/** Whose routes may be read: everybody's, or only those of one pilot. */
export interface Scope {
  chofer_id?: number
}

type Order = NonNullable<RutaQuery['orden']> | 'por hacer'
export type RutaListQuery = Omit<RutaQuery, 'orden'> & { orden: Order }

interface Found {
  rows: Ruta[]
  total: number
  exacto: boolean
}

/** Counting matches beyond this many costs more than it tells (contract.md section 2). */
const countLimit = 10_000

/** Each order ends with id. The pilot's own: what is on the road, what is next, then what was, newest first. */
const orders: Record<Order, string> = {
  recientes: 'fecha desc, hora desc, id desc',
  antiguas: 'fecha, hora, id',
  ascendente: 'no_ruta collate es_numero_igual, id',
  descendente: 'no_ruta collate es_numero_igual desc, id desc',
  'por hacer': `case estado when 'En curso' then 0 when 'Pendiente' then 1 else 2 end,
    case when estado = 'Pendiente' then fecha end, case when estado = 'Pendiente' then hora end,
    case when estado = 'Pendiente' then id end, fecha desc, hora desc, id desc`,
}

/** The line of `busqueda` that each field stands on. */
const searchLine = { no_ruta: 1, cliente: 2, servicio: 3 }

function filters(query: RutaListQuery, { chofer_id }: Scope): Sql {
  const line = query.campo === 'todos' ? undefined : searchLine[query.campo]
  const equal = (column: string, value: unknown) =>
    value === undefined ? empty : sql` and ${raw(column)} = ${value}`
  return sql`eliminado_en is null${matches(raw('busqueda'), query.buscar)}
    ${line === undefined ? empty : matches(raw(`split_part(busqueda, E'\\n', ${line})`), query.buscar)}
    ${equal('cliente_id', query.cliente_id)}${equal('chofer_id', query.chofer_id)}${equal('chofer_id', chofer_id)}
    ${equal('camion_id', query.camion_id)}${equal('estado', query.estado)}
    ${query.desde === undefined ? empty : sql` and fecha >= ${query.desde}`}
    ${query.hasta === undefined ? empty : sql` and fecha <= ${query.hasta}`}`
}

const isNarrowed = (query: RutaListQuery, scope: Scope) =>
  [
    query.buscar,
    query.cliente_id,
    query.chofer_id,
    query.camion_id,
    query.estado,
    query.desde,
    query.hasta,
    scope.chofer_id,
  ].some((value) => value !== undefined && value !== '')

/** A page of routes with the true total; narrowed lists count up to 10,000. */
export async function findRutas(db: Db, query: RutaListQuery, scope: Scope = {}): Promise<Found> {
  if (!isNarrowed(query, scope)) return findAll(db, query)
  const where = filters(query, scope)
  return query.buscar ? findMatches(db, query, where) : findNarrowed(db, query, where)
}

interface Page {
  pagina: number
  porPagina: number
}
const page = ({ pagina, porPagina }: Page, skip = (pagina - 1) * porPagina) =>
  sql`limit ${porPagina} offset ${skip}`

/** The rows of these ids with all their names: joined for the page alone, never for what is skipped. */
const rowsOf = (ids: Sql, orden: Order) =>
  sql`with pagina as materialized (${ids})
    select l.* from pagina join rutas_leer l using (id) order by ${raw(orders[orden])}`

/** Everything: the total is kept, and a page in the middle is found through the days' totals. */
async function findAll(db: Db, query: RutaListQuery): Promise<Found> {
  const [rows, total] = await Promise.all([
    allRows(db, query),
    one<{ total: number }>(
      db,
      named('rutas_total', sql`select coalesce(sum(n), 0)::int as total from resumen where nivel = 'todo'`),
    ),
  ])
  return { rows, total: total?.total ?? 0, exacto: true }
}

/** Skipping this many rows of an index costs less than asking the totals where to begin. */
const cheapSkip = 400

/** Whole months, or days of a single one; both ends are among them. */
interface Days {
  desde: string
  hasta: string
}

/** A page of the routes of these days, newest first. */
export const findRutasOf = (db: Db, days: Days, { pagina, porPagina }: Page): Promise<Ruta[]> =>
  allRows(db, { pagina, porPagina, orden: 'recientes' }, days)

async function allRows(db: Db, query: Page & { orden: Order }, days?: Days): Promise<Ruta[]> {
  const skip = (query.pagina - 1) * query.porPagina
  const byDate = query.orden === 'recientes' || query.orden === 'antiguas'
  const newestFirst = query.orden === 'recientes'
  const start = byDate && skip > cheapSkip ? await dayOfRow(db, newestFirst, skip, days) : undefined
  if (byDate && skip > cheapSkip && !start) return []
  const from = start ? sql`and fecha ${raw(newestFirst ? '<=' : '>=')} ${start.fecha}` : empty
  return many<Ruta>(
    db,
    rowsOf(
      sql`select id from rutas where eliminado_en is null ${from}
          ${days ? sql`and fecha between ${days.desde} and ${days.hasta}` : empty}
        order by ${raw(orders[query.orden])} ${page(query, start ? start.skip : skip)}`,
      query.orden,
    ),
  )
}

/**
 * The day on which the row after `skip` others lies, and how many of that day come before it: first the
 * month by the months' totals, then the day by that month's days.
 */
const dayOfRow = (db: Db, newestFirst: boolean, skip: number, days?: Days) => {
  const months = days
    ? sql`and periodo between date_trunc('month', ${days.desde}::date) and ${days.hasta}`
    : empty
  const direction = raw(newestFirst ? 'desc' : 'asc')
  return one<{ fecha: string; skip: number }>(
    db,
    sql`with meses as (
        select periodo, sum(n) as n, sum(sum(n)) over (order by periodo ${direction}) as hasta
        from resumen where nivel = 'mes' ${months} group by periodo),
      mes as (
        select periodo, hasta - n as antes from meses where hasta > ${skip} order by hasta limit 1),
      dias as (
        select d.periodo, sum(d.n) as n, mes.antes + sum(sum(d.n)) over (order by d.periodo ${direction}) as hasta
        from mes join resumen d on d.nivel = 'dia'
          and d.periodo >= mes.periodo and d.periodo < mes.periodo + interval '1 month'
          ${days ? sql`and d.periodo between ${days.desde} and ${days.hasta}` : empty}
        group by d.periodo, mes.antes)
      select periodo as fecha, (${skip} - (hasta - n))::int as skip
      from dias where hasta > ${skip} order by hasta limit 1`,
  )
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
 * A search: all matches are found by the trigrams first and ordered then. Left to itself the planner walks
 * the whole date index for a rare word. Words with more matches than are counted are met soon on that walk.
 */
async function findMatches(db: Db, query: RutaListQuery, where: Sql): Promise<Found> {
  const rows = await many<(Ruta | { id: null }) & { contadas: number }>(
    db,
    sql`with halladas as materialized (
        select id, fecha, hora, no_ruta, estado from rutas where ${where} limit ${countLimit + 1}),
      cuenta as (select count(*) as contadas from halladas),
      pagina as materialized (select id from halladas order by ${raw(orders[query.orden])} ${page(query)})
      select l.*, cuenta.contadas from cuenta left join pagina on true left join rutas_leer l using (id)
      order by ${raw(orders[query.orden])}`,
  )
  const counted = rows[0]?.contadas ?? 0
  if (counted > countLimit) {
    return toFound(await many<Ruta>(db, rowsOf(orderedIds(query, where), query.orden)), counted)
  }
  return toFound(
    // Past the last match only the count comes.
    rows.filter((row) => row.id !== null),
    counted,
  )
}

/** One route that is not in the bin. */
export const findRuta = (db: Db, id: number, { chofer_id }: Scope = {}): Promise<Ruta | undefined> =>
  one<Ruta>(
    db,
    sql`select * from rutas_leer where id = ${id} and eliminado_en is null
      ${chofer_id === undefined ? empty : sql`and chofer_id = ${chofer_id}`}`,
  )

/** The route that has just been written, even where somebody else deleted or gave it away meanwhile. */
export async function findWritten(db: Db, id: number): Promise<Ruta> {
  const ruta = await one<Ruta>(db, sql`select * from rutas_leer where id = ${id}`)
  if (!ruta) throw new Error(`route ${id} was written and is not there`)
  return ruta
}

/** Every change of a route's state, newest first. */
export const findHistorial = (db: Db, rutaId: number): Promise<Historial[]> =>
  many<Historial>(
    db,
    sql`select h.id, h.ruta_id, h.estado_anterior, h.estado_nuevo, h.comentario, u.username as usuario, h.fecha
      from rutas_historial h join usuarios u on u.id = h.usuario_id
      where h.ruta_id = ${rutaId} order by h.id desc`,
  )
