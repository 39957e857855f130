import type { Sql } from 'sql-template-tag'
import { sql } from '../db/sql.ts'

/** What is due is reckoned for a moment, and the company's day that it falls on. */
export interface When {
  hoy: string
  ahora: Date
}

/** So many are told, the oldest: of what nobody ever closed there may be much. */
const most = 100

/** How long after its end a trip under way is late; later on, nobody closed it. Over the columns of rutas. */
export const isLate = (ahora: Date): Sql =>
  sql`(estado = 'En curso' and fin >= ${ahora}::timestamptz - interval '12 hours')`

const oldest = (condition: Sql) => sql`(
  select * from rutas r where eliminado_en is null and ${condition} order by fecha, hora, id limit ${most})`

/** A select of the routes that somebody forgot to close, oldest first; `which` narrows them, over the alias r. */
export const unclosed = ({ hoy, ahora }: When, which: Sql): Sql => sql`
  select * from (
    ${oldest(sql`estado = 'En curso' and not ${isLate(ahora)} and ${which}`)}
    union all ${oldest(sql`estado = 'Pendiente' and fecha < ${hoy} and ${which}`)}) olvidadas
  order by fecha, hora, id limit ${most}`
