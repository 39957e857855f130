import type { Sql } from 'sql-template-tag'
import { empty, sql } from '../db/sql.ts'

/** What is due is reckoned for a moment, and the company's day that it falls on. */
export interface When {
  hoy: string
  ahora: Date
}

/** How long after its end a trip under way is late; later on, nobody closed it. Over the columns of rutas. */
const isLate = (ahora: Date): Sql =>
  sql`(estado = 'En curso' and fin >= ${ahora}::timestamptz - interval '12 hours')`

const oldest = (condition: Sql, most: Sql) => sql`(
  select * from rutas r where eliminado_en is null and ${condition} order by fecha, hora, id ${most})`

/**
 * A select of the routes that somebody forgot to close, oldest first; `which` narrows them, over the alias r.
 * @param most of what nobody ever closed there may be much
 */
export function unclosed({ hoy, ahora }: When, which: Sql, most?: number): Sql {
  const limit = most === undefined ? empty : sql`limit ${most}`
  return sql`
    select * from (
      ${oldest(sql`estado = 'En curso' and not ${isLate(ahora)} and ${which}`, limit)}
      union all ${oldest(sql`estado = 'Pendiente' and fecha < ${hoy} and ${which}`, limit)}) olvidadas
    order by fecha, hora, id ${limit}`
}
