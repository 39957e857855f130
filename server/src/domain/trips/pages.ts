import type { DayRange } from '@flota/contract/calendar.ts'
import type { Ruta, RutaQuery } from '@flota/contract/rutas.ts'
import { rutaKeys } from '@flota/contract/rutas.ts'
import type { Sql } from 'sql-template-tag'
import {
  type Db,
  empty,
  join,
  limitOffset,
  many,
  prepared,
  raw,
  type Statement,
  sql,
} from '../../platform/db/sql.ts'
import { isOpenSql } from './references.ts'

export type Order = NonNullable<RutaQuery['orden']> | 'por hacer'

/** The columns a list reads of `rutas_leer`: not those of a single route's call alone, and begin and end only on request. */
export const rutaColumns = (horas?: 'si', prefix = '') =>
  raw([...rutaKeys, ...(horas ? ['inicio', 'fin'] : [])].map((column) => prefix + column).join(', '))

/** Every order ends with id. A pilot's: trips under way, then the next ones, then past ones, newest first. */
export const rutaOrders: Record<Order, string> = {
  recientes: 'fecha desc, hora desc, id desc',
  antiguas: 'fecha, hora, id',
  ascendente: 'no_ruta collate es_numero_igual, id',
  descendente: 'no_ruta collate es_numero_igual desc, id desc',
  'por hacer': `case estado when 'En curso' then 0 when 'Pendiente' then 1 else 2 end,
    case when estado = 'Pendiente' then fecha end, case when estado = 'Pendiente' then hora end,
    case when estado = 'Pendiente' then id end, fecha desc, hora desc, id desc`,
}

/** The parts of the order 'por hacer', each in the order of an index. */
const porHacer = [
  { which: "estado = 'En curso'", order: rutaOrders.recientes },
  { which: "estado = 'Pendiente'", order: rutaOrders.antiguas },
  { which: `not (${isOpenSql.sql})`, order: rutaOrders.recientes },
]

/** The ids of one page of the routes that match `where`; of 'por hacer' each part is read only as far as the page needs. */
export function idsOfPage(query: Page & { orden: Order }, where: Sql): Sql {
  const skip = skipOf(query)
  const order = raw(rutaOrders[query.orden])
  const these = sql`${order} ${limitOffset(query.porPagina, skip)}`
  if (query.orden !== 'por hacer') return sql`select id from rutas where ${where} order by ${these}`
  const most =
    skip === 0 ? limitOffset(query.porPagina, 0) : sql`limit (select ${skip + query.porPagina}::bigint)`
  const parts = porHacer.map(
    ({ which, order: own }) =>
      sql`(select id, fecha, hora, estado from rutas where ${where} and ${raw(which)} order by ${raw(own)} ${most})`,
  )
  return sql`select id from (${join(parts, ' union all ')}) rutas order by ${these}`
}

/** The order, and whether rows have `inicio` and `fin`. */
interface Ordered {
  orden: Order
  horas?: 'si' | undefined
}

interface Page {
  pagina: number
  porPagina: number
}
const skipOf = ({ pagina, porPagina }: Page) => (pagina - 1) * porPagina

export const pageStatement = (query: Page) => sql`limit ${query.porPagina} offset ${skipOf(query)}`

export interface RutaPage {
  rows: Ruta[]
  total: number
}

/**
 * Reads the CTE `pagina` with its names, which are joined for this page and not for the skipped rows, and `n` of the CTE
 * `cuenta`, which is there also for an empty page.
 */
export const pageBesideCount = ({ orden, horas }: Ordered) =>
  sql`select ${rutaColumns(horas, 'l.')}, cuenta.n as total
    from cuenta left join pagina on true left join rutas_leer l using (id)
    order by ${raw(rutaOrders[orden])}`

export async function readPage(db: Db, statement: Statement): Promise<RutaPage> {
  const found = await many<(Ruta | { id: null }) & { total: number }>(db, statement)
  return { rows: found.filter((row) => row.id !== null), total: found[0]?.total ?? 0 }
}

/** Skipping up to this many index rows costs less than looking up in the totals where the page begins. */
const cheapSkip = 400

/** A page of the routes of these days, newest first: whole months, or days of a single one. */
export const findRutasOf = async (db: Db, days: DayRange, { pagina, porPagina }: Page): Promise<Ruta[]> =>
  (await findPageOf(db, { pagina, porPagina, orden: 'recientes' }, days)).rows

/** A page of all routes there are, or of those days, with the number of all, in one statement. */
export function findPageOf(db: Db, query: Page & Ordered, days?: DayRange): Promise<RutaPage> {
  const { ctes, from, skip } = pageStart(query, days)
  return readPage(
    db,
    prepared(sql`with ${ctes}
      cuenta as (select coalesce(sum(n), 0)::int as n from resumen where nivel = 'todo'),
      pagina as materialized (
        select id from rutas where eliminado_en is null ${from}
          ${days ? sql`and fecha between ${days.desde} and ${days.hasta}` : empty}
        order by ${raw(rutaOrders[query.orden])} ${limitOffset(query.porPagina, skip)})
      ${pageBesideCount(query)}`),
  )
}

/** Where a page begins: after so many rows, counted from the start or from a day found in the kept totals. */
function pageStart(query: Page & { orden: Order }, days?: DayRange) {
  const skip = skipOf(query)
  const newestFirst = query.orden === 'recientes'
  const byDate = newestFirst || query.orden === 'antiguas'
  if (!byDate) return { ctes: empty, from: empty, skip }
  const begins = raw(newestFirst ? 'fecha <=' : 'fecha >=')
  if (skip <= cheapSkip)
    return { ctes: empty, from: days ? empty : sql`and ${begins} ${firstDay(newestFirst)}`, skip }
  return {
    ctes: sql`${dayOfRow(newestFirst, skip, days)},`,
    from: sql`and ${begins} (select fecha from lugar)`,
    skip: sql`skip from lugar`,
  }
}

/**
 * No route is of a newer day, or of an older one: thousands that an import has written and not yet committed may lie beyond
 * it, and a page would step over each of them. A day's routes are counted in several rows, of which one is above 0.
 */
const firstDay = (newest: boolean): Sql =>
  sql`(select ${raw(newest ? 'max' : 'min')}(periodo) from resumen where nivel = 'dia' and n > 0)`

/**
 * The CTE `lugar`: the day of the row at offset `skip`, and how many rows of that day come before it, found by the totals
 * of months first and of days then.
 */
function dayOfRow(newestFirst: boolean, skip: number, days?: DayRange): Sql {
  const months = days
    ? sql`and periodo between date_trunc('month', ${days.desde}::date) and ${days.hasta}`
    : empty
  const direction = raw(newestFirst ? 'desc' : 'asc')
  return sql`meses as (
      select periodo, sum(n) as n, sum(sum(n)) over (order by periodo ${direction}) as hasta
      from resumen where nivel = 'mes' ${months} group by periodo),
    mes as (
      select periodo, hasta - n as antes from meses where hasta > ${skip} order by hasta limit 1),
    dias as (
      select d.periodo, sum(d.n) as n, mes.antes + sum(sum(d.n)) over (order by d.periodo ${direction}) as hasta
      from mes join resumen d on d.nivel = 'dia'
        and d.periodo >= mes.periodo and d.periodo < mes.periodo + interval '1 month'
        ${days ? sql`and d.periodo between ${days.desde} and ${days.hasta}` : empty}
      group by d.periodo, mes.antes),
    lugar as materialized (
      select periodo as fecha, (${skip} - (hasta - n))::int as skip
      from dias where hasta > ${skip} order by hasta limit 1)`
}
