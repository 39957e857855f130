import { todayIn } from '@flota/contract/dias.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Milliseconds since 1970 of the first minute at which the calendar in `zona` has come to this. */
function firstMinute(zona: string, near: string, hasCome: (today: string) => boolean): number {
  // No zone is further from UTC than a day.
  let before = Date.parse(`${near}T00:00:00Z`) - day
  let from = before + 3 * day
  while (from - before > minute) {
    const middle = before + Math.floor((from - before) / minute / 2) * minute
    if (hasCome(todayIn(zona, middle))) from = middle
    else before = middle
  }
  return from
}

/** When a day begins and has ended in a zone, in milliseconds since 1970. */
export const startOfDay = (zona: string, of: string) => firstMinute(zona, of, (today) => today >= of)
export const endOfDay = (zona: string, of: string) => firstMinute(zona, of, (today) => today > of)
