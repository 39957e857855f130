import { todayIn } from '@flota/contract/core/dates.ts'
import { sql } from './sql.ts'

const timestampSql = (milliseconds: number) => sql`to_timestamp(${milliseconds / 1000}::double precision)`

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Returns the first minute, in ms since 1970, at which the zone's calendar has reached a date. */
function firstMinute(zona: string, date: string, hasReached: (today: string) => boolean): number {
  // No zone is further from UTC than a day.
  let before = Date.parse(`${date}T00:00:00Z`) - dayMs
  let from = before + 3 * dayMs
  while (from - before > minuteMs) {
    const middle = before + Math.floor((from - before) / minuteMs / 2) * minuteMs
    if (hasReached(todayIn(zona, middle))) from = middle
    else before = middle
  }
  return from
}

/** Returns the first moment of a day in a zone, as SQL. */
export const startOfDay = (zona: string, date: string) =>
  timestampSql(firstMinute(zona, date, (today) => today >= date))
/** Returns the first moment after a day in a zone, as SQL. */
export const endOfDay = (zona: string, date: string) =>
  timestampSql(firstMinute(zona, date, (today) => today > date))
