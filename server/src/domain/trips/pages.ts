import type { DayRange } from '@flota/contract/core/calendar.ts'
import type { Ruta, RutaQuery } from '@flota/contract/trips/rutas.ts'
import { rutaKeys } from '@flota/contract/trips/rutas.ts'
import type { Sql } from 'sql-template-tag'
import { readPage } from '../../platform/db/pagedSearch.ts'
import { type Db, empty, join, limitOffset, prepared, raw, sql } from '../../platform/db/sql.ts'
import { idsByPerson, isNameOrder, namedRowOrder, nameOrder } from './nameOrders.ts'
import { isOpenSql } from './references.ts'

export type Order = NonNullable<RutaQuery['orden']> | 'por hacer'

/** Returns the list columns of `rutas_leer`; `inicio` and `fin` only with `horas`. */
export const rutaColumns = (horas?: 'si', prefix = '') =>
  raw([...rutaKeys, ...(horas ? ['inicio', 'fin'] : [])].map((column) => prefix + column).join(', '))

/** Every order ends with id. 'por hacer' (pilots): trips under way, then pending ones, then closed ones, newest first. */
export const rutaOrders: Record<Order, string> = {
  recientes: 'fecha desc, hora desc, id desc',
  antiguas: 'fecha, hora, id',
  ascendente: 'no_ruta collate es_numero_igual, id',
  descendente: 'no_ruta collate es_numero_igual desc, id desc',
  cliente: nameOrder('cliente'),
  '-cliente': nameOrder('-cliente'),
  piloto: nameOrder('piloto'),
  '-piloto': nameOrder('-piloto'),
  precio: 'precio, id',
  '-precio': 'precio desc, id desc',
  'por hacer': `case estado when 'En curso' then 0 when 'Pendiente' then 1 else 2 end,
    case when estado = 'Pendiente' then fecha end, case when estado = 'Pendiente' then hora end,
    case when estado = 'Pendiente' then id end, fecha desc, hora desc, id desc`,
}

/** Returns the order of rows of `rutas_leer`. */
export const rowOrder = (orden: Order) => (isNameOrder(orden) ? namedRowOrder(orden) : rutaOrders[orden])

const porHacerParts = [
  { which: "estado = 'En curso'", order: rutaOrders.recientes },
  { which: "estado = 'Pendiente'", order: rutaOrders.antiguas },
  { which: `not (${isOpenSql.sql})`, order: rutaOrders.recientes },
]

/**
 * Returns the ids of one page of matching routes. Each part of 'por hacer' is read only as far as the page needs.
 * @param few false reads an order by name by person, without sorting all matches
 */
export function idsOfPage(query: Page & { orden: Order }, where: Sql, few = true): Sql {
  const skip = skipOf(query)
  if (isNameOrder(query.orden) && !few)
    return idsByPerson(query.orden, where, limitOffset(query.porPagina, skip))
  const order = raw(rutaOrders[query.orden])
  const page = sql`${order} ${limitOffset(query.porPagina, skip)}`
  if (query.orden !== 'por hacer') return sql`select id from rutas where ${where} order by ${page}`
  const partLimit =
    skip === 0 ? limitOffset(query.porPagina, 0) : sql`limit (select ${skip + query.porPagina}::bigint)`
  const parts = porHacerParts.map(
    ({ which, order: partOrder }) =>
      sql`(select id, fecha, hora, estado from rutas where ${where} and ${raw(which)} order by ${raw(partOrder)} ${partLimit})`,
  )
  return sql`select id from (${join(parts, ' union all ')}) rutas order by ${page}`
}

interface Ordered {
  orden: Order
  /** Adds `inicio` and `fin` to the rows. */
  horas?: 'si' | undefined
}

interface Page {
  pagina: number
  porPagina: number
}
const skipOf = ({ pagina, porPagina }: Page) => (pagina - 1) * porPagina

/** Reads the CTE `pagina`, joining names only for the page's rows, beside `n` of the CTE `cuenta`, for `readPage`. */
export const pageBesideCount = ({ orden, horas }: Ordered) =>
  sql`select ${rutaColumns(horas, 'l.')}, cuenta.n as hallados
    from cuenta left join pagina on true left join rutas_leer l using (id)
    order by ${raw(rowOrder(orden))}`

/** Up to this offset, skipping index rows is cheaper than finding the page's first day in the totals. */
const maxSkippedRows = 400

/** Returns a page of the routes of whole months, or of days within one month, newest first. */
export const findRutasOf = async (db: Db, days: DayRange, { pagina, porPagina }: Page): Promise<Ruta[]> =>
  (await findPageOf(db, { pagina, porPagina, orden: 'recientes' }, days)).rows

/** Returns a page of all routes, or of those days, with the number of all routes. */
export function findPageOf(
  db: Db,
  query: Page & Ordered,
  days?: DayRange,
): Promise<{ rows: Ruta[]; total: number }> {
  const { ctes, from, skip } = pageStart(query, days)
  const where = sql`eliminado_en is null ${from}
    ${days ? sql`and fecha between ${days.desde} and ${days.hasta}` : empty}`
  const page = limitOffset(query.porPagina, skip)
  return readPage(
    db,
    prepared(sql`with ${ctes}
      cuenta as (select coalesce(sum(n), 0)::int as n from resumen where nivel = 'todo'),
      pagina as materialized (
        ${isNameOrder(query.orden) ? idsByPerson(query.orden, where, page) : sql`select id from rutas where ${where} order by ${raw(rutaOrders[query.orden])} ${page}`})
      ${pageBesideCount(query)}`),
  )
}

/** Returns the page's start: an offset from the first row, or from a day that the stored totals give. */
function pageStart(query: Page & { orden: Order }, days?: DayRange) {
  const skip = skipOf(query)
  const newestFirst = query.orden === 'recientes'
  const byDate = newestFirst || query.orden === 'antiguas'
  if (!byDate) return { ctes: empty, from: empty, skip }
  const begins = raw(newestFirst ? 'fecha <=' : 'fecha >=')
  if (skip <= maxSkippedRows)
    return { ctes: empty, from: days ? empty : sql`and ${begins} ${firstDay(newestFirst)}`, skip }
  return {
    ctes: sql`${dayOfRow(newestFirst, skip, days)},`,
    from: sql`and ${begins} (select fecha from lugar)`,
    skip: sql`skip from lugar`,
  }
}

/**
 * Returns the newest or oldest day with routes, so that a page does not step over thousands of uncommitted rows of an
 * import. A day has several total rows (shards), of which at least one is above 0.
 */
const firstDay = (newest: boolean): Sql =>
  sql`(select ${raw(newest ? 'max' : 'min')}(periodo) from resumen where nivel = 'dia' and n > 0)`

/**
 * Returns the CTE `lugar`: the day of the row at offset `skip`, and how many rows of that day precede it. It adds up the
 * totals of months, then the days of one month.
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
