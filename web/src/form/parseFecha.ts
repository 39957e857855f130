/** A calendar date as `YYYY-MM-DD`, or null where there is none of these numbers. */
function realDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900 && year <= 9999
  return real ? date.toISOString().slice(0, 10) : null
}

/**
 * What a clerk types for a date: 20/11/2026, 20/11 (this year), 201126, 20112026 and hoy. Gives
 * `YYYY-MM-DD`, or null when it is no date. `today` is the company's, in the same form; without it only whole
 * dates are known.
 */
export function parseFecha(text: string, today: string | undefined): string | null {
  const typed = text.trim().toLowerCase()
  if (typed === 'hoy') return today ?? null
  const parts =
    /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{2}|\d{4}))?$/.exec(typed) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})?$/.exec(typed)
  if (!parts) return null
  const [, day, month, year = today?.slice(0, 4)] = parts
  if (!year) return null
  return realDate(Number(year.length === 2 ? `20${year}` : year), Number(month), Number(day))
}

const inWords = new Intl.DateTimeFormat('es-GT', { dateStyle: 'full', timeZone: 'UTC' })

/** `2026-11-20` → 'viernes, 20 de noviembre de 2026'. */
export const fechaInWords = (iso: string) => inWords.format(new Date(`${iso}T00:00:00Z`))
