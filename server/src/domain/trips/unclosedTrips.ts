import type { Sql } from 'sql-template-tag'
import { empty, join, raw, sql } from '../../platform/db/sql.ts'

/** The moment for which overdue trips are looked up, and the company's date at that moment. */
export interface CompanyTime {
  hoy: string
  ahora: Date
}

/** Both as SQL: as values, or hidden from the planner. */
export interface CompanyTimeSql {
  hoy: string | Sql
  ahora: Date | Sql
}

/** Hidden from the planner, because otherwise each call is planned again, which takes longer than running it. */
export const hiddenFromPlanner = ({ hoy, ahora }: CompanyTime): CompanyTimeSql => ({
  hoy: sql`(select ${hoy}::date)`,
  ahora: sql`(select ${ahora}::timestamptz)`,
})

/** A trip under way is late for 12 hours after its end; after that somebody forgot to close it. */
const overdueUnderWay = (ahora: Date | Sql) =>
  sql`estado = 'En curso' and fin < ${ahora}::timestamptz - interval '12 hours'`
const neverStarted = (hoy: string | Sql) => sql`estado = 'Pendiente' and fecha < ${hoy}`

/** Each part reads an index in its order, and stops once it has enough rows. */
const parts = ({ hoy, ahora }: CompanyTimeSql, which: Sql, tail: Sql, columns: Sql): Sql[] =>
  [overdueUnderWay(ahora), neverStarted(hoy)].map(
    (condition) =>
      sql`(select ${columns} from rutas r where eliminado_en is null and ${condition} and ${which} ${tail})`,
  )

const oldestFirst = raw('fecha, hora, id')

/**
 * Selects the routes that somebody forgot to close, oldest first; `which` is a condition over the alias r.
 * @param most the limit: a company that never closes its trips has many
 * @param order one that begins with fecha
 */
export function selectUnclosed(
  when: CompanyTimeSql,
  condition: Sql,
  limit: number,
  order = oldestFirst,
): Sql {
  const tail = sql`order by ${order} limit ${limit}`
  return sql`select * from (${join(parts(when, condition, tail, raw('*')), ' union all ')}) olvidadas ${tail}`
}

/** Counts them, up to `most`; also ordered, because without an order the planner reads the whole table. */
export const countUnclosed = (when: CompanyTimeSql, condition: Sql, limit: number): Sql => {
  const counted = parts(when, condition, sql`order by ${oldestFirst} limit ${limit}`, empty)
  return sql`(select count(*) from (
    select from (${join(counted, ' union all ')}) olvidadas limit ${limit}) contadas)`
}
