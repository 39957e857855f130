import type { Config } from './empresa.ts'

const weekdays = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado']
const dayMs = 86_400_000

/** Days since 1970 of a calendar date, `YYYY-MM-DD`; no zone has a part in it. */
const dayNumber = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / dayMs

export const addDays = (iso: string, days: number) =>
  new Date((dayNumber(iso) + days) * dayMs).toISOString().slice(0, 10)

/** How many days later the second date is. */
export const daysBetween = (from: string, to: string) => dayNumber(to) - dayNumber(from)

const dayIn = (zona: string, at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: zona }).format(at)

/** The company's date at a moment: the server's, moved on by the midnights that have passed there since. */
export const todayAt = ({ hoy, zona, asked }: Config, now: number) =>
  addDays(hoy, daysBetween(dayIn(zona, asked), dayIn(zona, now)))

/** A date as one says it beside a truck: hoy, mañana, ayer, 'viernes 20/11'; the year where it is another. */
export function diaEnPalabras(iso: string, hoy: string): string {
  const away = daysBetween(hoy, iso)
  if (away === 0) return 'hoy'
  if (away === 1) return 'mañana'
  if (away === -1) return 'ayer'
  const [year, month, day] = iso.split('-')
  const weekday = weekdays[new Date(`${iso}T00:00:00Z`).getUTCDay()]
  return `${weekday} ${day}/${month}${year === hoy.slice(0, 4) ? '' : `/${year}`}`
}

/** How many days ahead an expiry is told. */
export const daysAhead = 30

/** 'Venció hace 3 días', 'Vence hoy', 'Vence mañana', 'Vence en 12 días'. */
export function whenInWords(days: number, { past, future }: { past: string; future: string }): string {
  if (days === 0) return `${future} hoy`
  if (days === 1) return `${future} mañana`
  if (days === -1) return `${past} ayer`
  return days > 0 ? `${future} en ${days} días` : `${past} hace ${-days} días`
}
