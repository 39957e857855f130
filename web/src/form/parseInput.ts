import { isRealDate } from '@flota/contract/core/calendar.ts'
import { addDays, weekdayOf, weekdays } from '@flota/contract/core/dates.ts'

/** Normalizes a name for comparison: trimmed, lower case, without accents and repeated spaces. */
export const normalizeText = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()

const relativeDays = new Map([
  ['hoy', 0],
  ['manana', 1],
  ['ayer', -1],
])

/** Returns the days after `today` for hoy, mañana, ayer, +3, -1 or the next weekday of a name (lunes, mié). */
function relativeDay(typed: string, today: string): number | undefined {
  const weekday = typed.length < 3 ? -1 : weekdays.findIndex((each) => normalizeText(each).startsWith(typed))
  if (weekday >= 0) return ((weekday - weekdayOf(today) + 6) % 7) + 1
  return /^[+-]\d{1,3}$/.test(typed) ? Number(typed) : relativeDays.get(typed)
}

/** Parses 20/11/2026, 20/11 (in `today`'s year), 201126, 20112026 or a `relativeDay` to `YYYY-MM-DD`; else null. */
export function parseFecha(text: string, today: string | undefined): string | null {
  const typed = normalizeText(text)
  const days = today === undefined ? undefined : relativeDay(typed, today)
  if (today !== undefined && days !== undefined) return addDays(today, days)
  const parts =
    /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{2}|\d{4}))?$/.exec(typed) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})?$/.exec(typed)
  if (!parts) return null
  const [, day, month, year = today?.slice(0, 4)] = parts
  if (!year) return null
  const date = [year.padStart(4, '20'), month?.padStart(2, '0'), day?.padStart(2, '0')].join('-')
  return date >= '1900' && isRealDate(date) ? date : null
}

/** Parses 8:30, 830, 0830, 8.30, 8h30, 8, 14 or 2:30 pm to `HH:MM`; else null. */
export function parseHora(text: string): string | null {
  const typed = text.trim().toLowerCase()
  const parts =
    /^(\d{1,2})(?:\s*[:.h]\s*(\d{2}))?(?::\d{2})?\s*([ap])?\.?\s*(?:m\.?)?$/.exec(typed) ??
    /^(\d{1,2})(\d{2})\s*([ap])?\.?\s*(?:m\.?)?$/.exec(typed)
  if (!parts) return null
  const [, hours = '', minutes = '00', half] = parts
  const hour = half ? (Number(hours) % 12) + (half === 'p' ? 12 : 0) : Number(hours)
  const isRealTime = hour < 24 && Number(minutes) < 60 && !(half && (Number(hours) < 1 || Number(hours) > 12))
  return isRealTime ? `${String(hour).padStart(2, '0')}:${minutes}` : null
}

/** Parses 8:30 (on `day`), 26/11 8:30 or ayer 14 to `YYYY-MM-DD HH:MM`; else null. */
export function parseMomento(text: string, day: string, today: string | undefined): string | null {
  const [, first = '', rest = ''] = /^\s*([^\s,]+)[\s,]+(.+)$/.exec(text) ?? []
  const [date, hour] =
    parseHora(text) === null ? [parseFecha(first, today), parseHora(rest)] : [day, parseHora(text)]
  return date && hour ? `${date} ${hour}` : null
}
