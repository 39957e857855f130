import { todayIn } from '@flota/contract/dates.ts'
import { sql } from './sql.ts'

const momentOf = (milliseconds: number) => sql`to_timestamp(${milliseconds / 1000}::double precision)`

const minute = 60_000
const day = 24 * 60 * minute

/** Milliseconds since 1970 of the first minute at which the calendar in `zona` has come to this. */
function firstMinute(zona: string, date: string, hasCome: (today: string) => boolean): number {
  // No zone is further from UTC than a day.
  let before = Date.parse(`${date}T00:00:00Z`) - day
  let from = before + 3 * day
  while (from - before > minute) {
    const middle = before + Math.floor((from - before) / minute / 2) * minute
    if (hasCome(todayIn(zona, middle))) from = middle
    else before = middle
  }
  return from
}

/** When a day begins in a zone, and when it has ended, as SQL. */
export const startOfDay = (zona: string, date: string) =>
  momentOf(firstMinute(zona, date, (today) => today >= date))
export const endOfDay = (zona: string, date: string) =>
  momentOf(firstMinute(zona, date, (today) => today > date))
