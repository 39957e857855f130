const day = 86_400_000
/** Excel's day 0 for every day from March 1900 on: it holds 1900 for a leap year. */
const origin = Date.UTC(1899, 11, 30)
const firstCertain = '1900-03-01'

/**
 * A calendar date, `YYYY-MM-DD`, as spreadsheets count days; undefined before March 1900, where they disagree
 * or do not count at all.
 */
export const serialOf = (date: string): number | undefined =>
  date < firstCertain ? undefined : (Date.parse(`${date}T00:00:00Z`) - origin) / day

/** An hour of the day, `08:30:00`, as a part of a day. */
export function partOfDay(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return (hours * 3600 + minutes * 60 + seconds) / 86_400
}
