import type { Sql } from 'sql-template-tag'
import { empty, join, raw, sql } from '../../platform/db/sql.ts'

/** A moment, and the company's date at that moment. */
export interface CompanyTime {
  hoy: string
  ahora: Date
}

export interface CompanyTimeSql {
  hoy: string | Sql
  ahora: Date | Sql
}

/** Returns both as subqueries: with plain parameters PostgreSQL plans each call anew, which takes longer than running it. */
export const hiddenFromPlanner = ({ hoy, ahora }: CompanyTime): CompanyTimeSql => ({
  hoy: sql`(select ${hoy}::date)`,
  ahora: sql`(select ${ahora}::timestamptz)`,
})

/** From 12 hours after its end, a trip under way counts as forgotten instead of late. */
const overdueUnderWay = (ahora: Date | Sql) =>
  sql`estado = 'En curso' and fin < ${ahora}::timestamptz - interval '12 hours'`
const neverStarted = (hoy: string | Sql) => sql`estado = 'Pendiente' and fecha < ${hoy}`
export const isUnclosed = ({ hoy, ahora }: CompanyTimeSql): Sql =>
  sql`${overdueUnderWay(ahora)} or ${neverStarted(hoy)}`

/**
 * Returns one select per kind, each in an index's order, so that it stops at the limit. The index has all columns of the
 * first: counting it reads no trips.
 */
const unclosedSelects = ({ hoy, ahora }: CompanyTimeSql, filter: Sql, tail: Sql, columns: Sql): Sql[] =>
  [neverStarted(hoy), overdueUnderWay(ahora)].map(
    (kind) =>
      sql`(select ${columns} from rutas r where eliminado_en is null and ${kind} and ${filter} ${tail})`,
  )

/** Every limit is a constant. With a parameter PostgreSQL plans each call anew: half of the time of the board's statement. */
const literalLimit = (limit: number) => raw(`limit ${limit}`)

const oldestFirst = raw('fecha, hora, id')

/**
 * Returns a select of the routes that the office forgot to close, oldest first.
 * @param condition over the alias r
 * @param limit a company that never closes its trips has many
 * @param options `order` must begin with fecha; `columns` must have those of the order
 */
export function selectUnclosed(
  when: CompanyTimeSql,
  condition: Sql,
  limit: number,
  { order = oldestFirst, columns = raw('*') } = {},
): Sql {
  const tail = sql`order by ${order} ${literalLimit(limit)}`
  return sql`select * from (${join(unclosedSelects(when, condition, tail, columns), ' union all ')}) olvidadas ${tail}`
}

/** Returns a subquery that counts them up to the limit. Without an order the planner would read the whole table. */
export const countUnclosed = (when: CompanyTimeSql, condition: Sql, limit: number): Sql => {
  const limited = literalLimit(limit)
  const selects = unclosedSelects(when, condition, sql`order by ${oldestFirst} ${limited}`, empty)
  return sql`(select count(*) from (
    select from (${join(selects, ' union all ')}) olvidadas ${limited}) contadas)`
}
