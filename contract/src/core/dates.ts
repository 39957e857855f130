/** Arithmetic on days `YYYY-MM-DD`. The pilot page needs only this part of the calendar. No zod. */

export const weekdays = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

const dayMs = 86_400_000

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs

export const addDays = (day: string, days: number) =>
  new Date((dayNumber(day) + days) * dayMs).toISOString().slice(0, 10)

/** Returns how many days `to` is after `from`. */
export const daysBetween = (from: string, to: string) => dayNumber(to) - dayNumber(from)

/** Returns 0 for Monday to 6 for Sunday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: string) => (((dayNumber(day) + 3) % 7) + 7) % 7

/** Formats a day relative to `hoy`: 'hoy', 'mañana', 'ayer', 'viernes 20/11', 'sábado 02/01/2027'. */
export function diaInWords(iso: string, hoy: string): string {
  const relativeDay = { '-1': 'ayer', '0': 'hoy', '1': 'mañana' }[daysBetween(hoy, iso)]
  if (relativeDay) return relativeDay
  const [year, month, day] = iso.split('-')
  return `${weekdays[weekdayOf(iso)]} ${day}/${month}${year === hoy.slice(0, 4) ? '' : `/${year}`}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the zone's format, cached: creating one costs more than formatting. */
function formatOf(zone: string): Intl.DateTimeFormat {
  // Swedish dates are ISO 8601.
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(zone, format)
  return format
}

/** Formats a moment as `YYYY-MM-DD HH:MM` in a zone. A number is milliseconds since 1970. */
export const nowIn = (zone: string, moment: Date | number): string => formatOf(zone).format(moment)

export const todayIn = (zone: string, moment: Date | number): string => nowIn(zone, moment).slice(0, 10)

/** Returns the moment (ISO 8601, UTC) at which clocks in the zone show `YYYY-MM-DD HH:MM`. */
export function momentIn(zone: string, local: string): string {
  const utc = Date.parse(`${local.replace(' ', 'T')}Z`)
  const offsetMs = (at: number) => Date.parse(`${nowIn(zone, at).replace(' ', 'T')}Z`) - at
  // Twice, because the offset may change between the first guess and the result.
  return new Date(utc - offsetMs(utc - offsetMs(utc))).toISOString()
}
