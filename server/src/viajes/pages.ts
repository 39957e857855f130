import type { DayRange } from '@flota/contract/calendario.ts'
import type { Ruta, RutaQuery } from '@flota/contract/rutas.ts'
import type { Sql } from 'sql-template-tag'
import { type Db, empty, many, one, raw, sql } from '../db/sql.ts'

export type Order = NonNullable<RutaQuery['orden']> | 'por hacer'

/** Each order ends with id. The pilot's own: what is on the road, what is next, then what was, newest first. */
export const orders: Record<Order, string> = {
  recientes: 'fecha desc, hora desc, id desc',
  antiguas: 'fecha, hora, id',
  ascendente: 'no_ruta collate es_numero_igual, id',
  descendente: 'no_ruta collate es_numero_igual desc, id desc',
  'por hacer': `case estado when 'En curso' then 0 when 'Pendiente' then 1 else 2 end,
    case when estado = 'Pendiente' then fecha end, case when estado = 'Pendiente' then hora end,
    case when estado = 'Pendiente' then id end, fecha desc, hora desc, id desc`,
}

interface Page {
  pagina: number
  porPagina: number
}
export const page = ({ pagina, porPagina }: Page, skip = (pagina - 1) * porPagina) =>
  sql`limit ${porPagina} offset ${skip}`

/** The rows of these ids with all their names: joined for the page alone, never for what is skipped. */
export const rowsOf = (ids: Sql, orden: Order) =>
  sql`with pagina as materialized (${ids})
    select l.* from pagina join rutas_leer l using (id) order by ${raw(orders[orden])}`

/** Skipping this many rows of an index costs less than asking the totals where to begin. */
const cheapSkip = 400

/** A page of the routes of these days, newest first: whole months, or days of a single one. */
export const findRutasOf = (db: Db, days: DayRange, { pagina, porPagina }: Page): Promise<Ruta[]> =>
  allRows(db, { pagina, porPagina, orden: 'recientes' }, days)

/** A page of all routes there are, or of those days. */
export async function allRows(db: Db, query: Page & { orden: Order }, days?: DayRange): Promise<Ruta[]> {
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

/** The day of the row after `skip` others, and how many of that day precede it: months' totals first, then days'. */
const dayOfRow = (db: Db, newestFirst: boolean, skip: number, days?: DayRange) => {
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
