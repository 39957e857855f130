// Days are counted from 1970-01-01 and minutes from its midnight, on the company's own clock: no zone.

export const minutesADay = 1440

/** `2026-11-20` → the number of that day. */
export const dayOf = (fecha: string): number => Date.parse(fecha) / 86_400_000

export const dayOfMinute = (minute: number): number => Math.floor(minute / minutesADay)

/** A minute → `2026-11-20T08:30:00`, as the company's clock shows it. */
export const momentOf = (minute: number): string =>
  new Date(Math.round(minute * 60) * 1000).toISOString().slice(0, 19)

/** A minute → `08:30:00`. */
export const horaOf = (minute: number): string => momentOf(minute).slice(11)

/** The number of a day → `2026-11-20`. */
export const fechaOf = (day: number): string => momentOf(day * minutesADay).slice(0, 10)

/** 0 to 11. */
export const monthOf = (day: number): number => Number(fechaOf(day).slice(5, 7)) - 1

/** 0 is Sunday; 1970 began on a Thursday. */
export const weekdayFromSunday = (day: number): number => (day + 4) % 7

/** Easter Sunday, by the computation of Gauss as Butcher wrote it down. */
export function easterOf(year: number): number {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  return dayOf(`${year}-03-22`) + h + l - 7 * m
}

const holidays = ['01-01', '05-01', '09-15', '11-01', '12-25']
const quietDays = ['06-30', '08-15', '10-20', '12-24', '12-31']

/** A day on which nobody loads: the great holidays, and from Maundy Thursday to Easter Sunday. */
export function isHoliday(day: number): boolean {
  const fecha = fechaOf(day)
  const toEaster = easterOf(Number(fecha.slice(0, 4))) - day
  return holidays.includes(fecha.slice(5)) || (toEaster >= 0 && toEaster <= 3)
}

const byWeekday = [0.22, 1.05, 1, 1, 1.05, 1.15, 0.6]
/** The zafra runs from November to April, the shops fill up before Christmas, the rains close roads. */
const byMonth = [0.95, 1.02, 1.08, 1, 0.95, 0.92, 0.95, 0.97, 0.9, 0.94, 1.15, 1.2]

/** How much there is to drive on a day: about 1 on an ordinary one, 0 on a holiday. */
export function activityOf(day: number): number {
  if (isHoliday(day)) return 0
  const half = quietDays.includes(fechaOf(day).slice(5)) ? 0.45 : 1
  return (byWeekday[weekdayFromSunday(day)] ?? 1) * (byMonth[monthOf(day)] ?? 1) * half
}
