import { isRealDate } from '@flota/contract/calendario.ts'

/** 20/11/2026, 20/11 (of `today`'s year), 201126, 20112026 or hoy → `YYYY-MM-DD`; null for no date. */
export function parseFecha(text: string, today: string | undefined): string | null {
  const typed = text.trim().toLowerCase()
  if (typed === 'hoy') return today ?? null
  const parts =
    /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{2}|\d{4}))?$/.exec(typed) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})?$/.exec(typed)
  if (!parts) return null
  const [, day, month, year = today?.slice(0, 4)] = parts
  if (!year) return null
  const date = [year.padStart(4, '20'), month?.padStart(2, '0'), day?.padStart(2, '0')].join('-')
  return date >= '1900' && isRealDate(date) ? date : null
}
