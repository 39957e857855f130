import type { Sql } from 'sql-template-tag'
import { raw, sql } from '../../platform/db/sql.ts'
import { type CompanyTimeSql, isUnclosed } from './unclosedTrips.ts'

// The definition of a late trip in SQL. A test compares it with lateMinutesOf of the contract.

/** When an open trip should have started or ended. */
const due = raw("case estado when 'Pendiente' then inicio when 'En curso' then fin end")
const minuteOf = (moment: Date | Sql) => sql`date_trunc('minute', ${moment}::timestamptz)`

/** Whole minutes of delay. */
const lateMinutes = (ahora: Date | Sql) =>
  sql`(extract(epoch from ${minuteOf(ahora)} - ${minuteOf(due)}) / 60)::int`

/** The bounds of `inicio` and `fin` fit the index of open trips: no trip takes more than 14 days. */
export const isLate = (ahora: Date | Sql): Sql =>
  sql`estado in ('Pendiente', 'En curso') and ${due} < ${minuteOf(ahora)}
    and inicio < ${ahora}::timestamptz and fin < ${ahora}::timestamptz + interval '14 days'`

/**
 * Selects late trips that are not unclosed yet, with `minutos`.
 * @param condition over the alias r
 */
export const selectLate = (when: CompanyTimeSql, condition: Sql): Sql =>
  sql`select r.*, ${lateMinutes(when.ahora)} as minutos from rutas r
    where eliminado_en is null and ${isLate(when.ahora)} and not (${isUnclosed(when)}) and ${condition}
      -- Shortens the index scan: a trip that ended earlier is unclosed.
      and fin > ${when.ahora}::timestamptz - interval '2 days'`
