import type { Sql } from 'sql-template-tag'
import { empty, join, raw, sql } from '../../platform/db/sql.ts'

/** The moment for which overdue trips are looked up, and the company's date at that moment. */
export interface When {
  hoy: string
  ahora: Date
}

/** Both as SQL: as values, or hidden from the planner. */
export interface WhenSql {
  hoy: string | Sql
  ahora: Date | Sql
}

/** Hidden from the planner, because otherwise each call is planned again, which takes longer than running it. */
export const hidden = ({ hoy, ahora }: When): WhenSql => ({
  hoy: sql`(select ${hoy}::date)`,
  ahora: sql`(select ${ahora}::timestamptz)`,
})

/** A trip under way is late for 12 hours after its end; after that somebody forgot to close it. */
const forgottenOnTheRoad = (ahora: Date | Sql) =>
  sql`estado = 'En curso' and fin < ${ahora}::timestamptz - interval '12 hours'`
const neverBegun = (hoy: string | Sql) => sql`estado = 'Pendiente' and fecha < ${hoy}`

/** Each part reads an index in its order, and stops once it has enough rows. */
const parts = ({ hoy, ahora }: WhenSql, which: Sql, tail: Sql, columns: Sql): Sql[] =>
  [forgottenOnTheRoad(ahora), neverBegun(hoy)].map(
    (condition) =>
      sql`(select ${columns} from rutas r where eliminado_en is null and ${condition} and ${which} ${tail})`,
  )

const oldest = raw('fecha, hora, id')

/**
 * Selects the routes that somebody forgot to close, oldest first; `which` is a condition over the alias r.
 * @param most the limit: a company that never closes its trips has many
 * @param order one that begins with fecha
 */
export function unclosed(when: WhenSql, which: Sql, most: number, order = oldest): Sql {
  const tail = sql`order by ${order} limit ${most}`
  return sql`select * from (${join(parts(when, which, tail, raw('*')), ' union all ')}) olvidadas ${tail}`
}

/** Counts them, up to `most`; also ordered, because without an order the planner reads the whole table. */
export const countUnclosed = (when: WhenSql, which: Sql, most: number): Sql => {
  const counted = parts(when, which, sql`order by ${oldest} limit ${most}`, empty)
  return sql`(select count(*) from (
    select from (${join(counted, ' union all ')}) olvidadas limit ${most}) contadas)`
}
