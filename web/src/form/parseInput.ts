import { isRealDate } from '@flota/contract/calendar.ts'
import { addDays, weekdayOf, weekdays } from '@flota/contract/dates.ts'

/** A name for comparison: trimmed, without case, accents and runs of spaces. */
export const normalizeText = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()

const relativeDays = new Map([
  ['hoy', 0],
  ['manana', 1],
  ['ayer', -1],
])

/** How many days after `today`: hoy, mañana, ayer, +3, -1, or the next day of this name (lunes, mié). */
function relativeDay(typed: string, today: string): number | undefined {
  const weekday = typed.length < 3 ? -1 : weekdays.findIndex((each) => normalizeText(each).startsWith(typed))
  if (weekday >= 0) return ((weekday - weekdayOf(today) + 6) % 7) + 1
  return /^[+-]\d{1,3}$/.test(typed) ? Number(typed) : relativeDays.get(typed)
}

/** 20/11/2026, 20/11 (of `today`'s year), 201126, 20112026 or a word (`daysAway`) → `YYYY-MM-DD`; null for no date. */
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

/** 8:30, 830, 0830, 8.30, 8h30, 8, 14 or 2:30 pm → `HH:MM`; null for no hour. */
export function parseHora(text: string): string | null {
  const typed = text.trim().toLowerCase()
  const parts =
    /^(\d{1,2})(?:\s*[:.h]\s*(\d{2}))?(?::\d{2})?\s*([ap])?\.?\s*(?:m\.?)?$/.exec(typed) ??
    /^(\d{1,2})(\d{2})\s*([ap])?\.?\s*(?:m\.?)?$/.exec(typed)
  if (!parts) return null
  const [, hours = '', minutes = '00', half] = parts
  const hour = half ? (Number(hours) % 12) + (half === 'p' ? 12 : 0) : Number(hours)
  const real = hour < 24 && Number(minutes) < 60 && !(half && (Number(hours) < 1 || Number(hours) > 12))
  return real ? `${String(hour).padStart(2, '0')}:${minutes}` : null
}

/** 8:30 (of `day`), 26/11 8:30 or ayer 14 → `YYYY-MM-DD HH:MM`; null for no moment. */
export function parseMomento(text: string, day: string, today: string | undefined): string | null {
  const [, first = '', rest = ''] = /^\s*([^\s,]+)[\s,]+(.+)$/.exec(text) ?? []
  const [date, hour] =
    parseHora(text) === null ? [parseFecha(first, today), parseHora(rest)] : [day, parseHora(text)]
  return date && hour ? `${date} ${hour}` : null
}
