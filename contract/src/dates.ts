/** Days `YYYY-MM-DD`, without a zone: of the calendar what a phone needs too. No zod: the browser imports it. */

export const weekdays = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

const dayMs = 86_400_000

/** Days since 1970. */
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs

export const addDays = (day: string, days: number) =>
  new Date((dayNumber(day) + days) * dayMs).toISOString().slice(0, 10)

/** How many days later the second day is. */
export const daysBetween = (from: string, to: string) => dayNumber(to) - dayNumber(from)

/** 0 is Monday; 1970 began on a Thursday. */
export const weekdayOf = (day: string) => (((dayNumber(day) + 3) % 7) + 7) % 7

/** A day as one says it beside a truck: hoy, mañana, ayer, 'viernes 20/11'; the year where it is another. */
export function diaInWords(iso: string, hoy: string): string {
  const relativeDay = { '-1': 'ayer', '0': 'hoy', '1': 'mañana' }[daysBetween(hoy, iso)]
  if (relativeDay) return relativeDay
  const [year, month, day] = iso.split('-')
  return `${weekdays[weekdayOf(iso)]} ${day}/${month}${year === hoy.slice(0, 4) ? '' : `/${year}`}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one costs more than all that it will ever format. */
function formatOf(zone: string): Intl.DateTimeFormat {
  // Sweden writes dates as ISO 8601 does.
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(zone, format)
  return format
}

/** `YYYY-MM-DD HH:MM` of a moment in a zone, whatever the machine's own zone is; a number is milliseconds since 1970. */
export const nowIn = (zone: string, moment: Date | number): string => formatOf(zone).format(moment)

/** The day that a moment falls on in a zone. */
export const todayIn = (zone: string, moment: Date | number): string => nowIn(zone, moment).slice(0, 10)

/** The moment (ISO 8601, in UTC) at which a zone's clocks say `YYYY-MM-DD HH:MM`. */
export function momentIn(zone: string, local: string): string {
  const utc = Date.parse(`${local.replace(' ', 'T')}Z`)
  const offsetMs = (at: number) => Date.parse(`${nowIn(zone, at).replace(' ', 'T')}Z`) - at
  // Where clocks change between the two, what holds at the moment itself counts.
  return new Date(utc - offsetMs(utc - offsetMs(utc))).toISOString()
}
