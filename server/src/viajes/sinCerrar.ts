import type { Sql } from 'sql-template-tag'
import { empty, join, raw, sql } from '../db/sql.ts'

/** What is due is reckoned for a moment, and the company's day that it falls on. */
export interface When {
  hoy: string
  ahora: Date
}

/** The same as a statement has them: as values, or hidden from the planner. */
export interface WhenSql {
  hoy: string | Sql
  ahora: Date | Sql
}

/** A prepared statement that saw them would be planned anew for each moment, which takes longer than what it plans. */
export const hidden = ({ hoy, ahora }: When): WhenSql => ({
  hoy: sql`(select ${hoy}::date)`,
  ahora: sql`(select ${ahora}::timestamptz)`,
})

/** Until 12 hours after its end a trip under way is late; later on, nobody closed it. */
const forgottenOnTheRoad = (ahora: Date | Sql) =>
  sql`estado = 'En curso' and fin < ${ahora}::timestamptz - interval '12 hours'`
const neverBegun = (hoy: string | Sql) => sql`estado = 'Pendiente' and fecha < ${hoy}`

/** Each part is a walk of an index that has its order, so that it is read no further than it is wanted. */
const parts = ({ hoy, ahora }: WhenSql, which: Sql, tail: Sql, columns: Sql): Sql[] =>
  [forgottenOnTheRoad(ahora), neverBegun(hoy)].map(
    (condition) =>
      sql`(select ${columns} from rutas r where eliminado_en is null and ${condition} and ${which} ${tail})`,
  )

const oldest = raw('fecha, hora, id')

/**
 * A select of the routes that somebody forgot to close, oldest first; `which` narrows them, over the alias r.
 * @param most of what nobody ever closed there may be much
 * @param order one that begins with fecha
 */
export function unclosed(when: WhenSql, which: Sql, most: number, order = oldest): Sql {
  const tail = sql`order by ${order} limit ${most}`
  return sql`select * from (${join(parts(when, which, tail, raw('*')), ' union all ')}) olvidadas ${tail}`
}

/** How many there are, counted to `most`; in order too, else the planner would read the table itself. */
export const countUnclosed = (when: WhenSql, which: Sql, most: number): Sql => {
  const counted = parts(when, which, sql`order by ${oldest} limit ${most}`, empty)
  return sql`(select count(*) from (
    select from (${join(counted, ' union all ')}) olvidadas limit ${most}) contadas)`
}
