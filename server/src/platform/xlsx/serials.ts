import { daysBetween } from '@flota/contract/dates.ts'

/** Excel's day 0 for every day from March 1900 on: it holds 1900 for a leap year. */
const origin = '1899-12-30'
const firstCertain = '1900-03-01'

/** `YYYY-MM-DD` as spreadsheets count days; undefined before March 1900, where they disagree. */
export const serialOf = (date: string): number | undefined =>
  date < firstCertain ? undefined : daysBetween(origin, date)

/** An hour of the day, `08:30:00`, as a part of a day. */
export function partOfDay(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return (hours * 3600 + minutes * 60 + seconds) / 86_400
}
