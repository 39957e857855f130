import { addPeriods, dayRangeOf, periodoOf, periodsBetween } from '@flota/contract/calendar.ts'

interface DailyTotals {
  periodo: string
  total_rutas: number
  ingresos_totales: number
}

/** First day of last month: all that the panel compares today with. */
export const reportFrom = (hoy: string) => dayRangeOf(lastMonth(hoy)).desde

const lastMonth = (hoy: string) => addPeriods(periodoOf(hoy, 'mes'), -1)

/** A day of the report; undefined where nothing was driven. */
export function rowOfDay<D extends DailyTotals>(rows: readonly D[], iso: string) {
  return rows.find(({ periodo }) => periodo === iso)
}

export interface MonthIncome {
  /** `YYYY-MM`. */
  month: string
  /** The last day counted: today or the month's end. */
  until: string
  /** Income accumulated from the 1st, at index day - 1. */
  income: number[]
}

function incomeUntil(rows: readonly DailyTotals[], until: string): MonthIncome {
  const month = periodoOf(until, 'mes')
  const earned = new Map(rows.map(({ periodo, ingresos_totales }) => [periodo, ingresos_totales]))
  // In cents: a sum of thirty binary fractions would be off.
  let cents = 0
  const income = periodsBetween(dayRangeOf(month).desde, until).map((day) => {
    cents += Math.round((earned.get(day) ?? 0) * 100)
    return cents / 100
  })
  return { month, until, income }
}

/** This month until today, and the whole of the last one. */
export const thisAndLastMonth = (rows: readonly DailyTotals[], hoy: string) => ({
  now: incomeUntil(rows, hoy),
  before: incomeUntil(rows, dayRangeOf(lastMonth(hoy)).hasta),
})

export const totalIncome = ({ income }: MonthIncome) => income.at(-1) ?? 0
/** Income up to the same day of the other month; its whole where it is shorter. */
export const incomeOnSameDay = ({ income }: MonthIncome, hoy: string) =>
  income[Number(hoy.slice(8)) - 1] ?? income.at(-1) ?? 0

/** '3 más que', '1 menos que' or 'Igual que'; `write` formats the difference. */
export function compare(now: number, before: number, write: (difference: number) => string): string {
  const difference = Math.round((now - before) * 100) / 100
  if (difference === 0) return 'Igual que'
  return difference > 0 ? `${write(difference)} más que` : `${write(-difference)} menos que`
}

/** The round number just above, for the end of a scale. */
export function roundUpScale(value: number): number {
  if (value <= 0) return 1
  const unit = 10 ** Math.floor(Math.log10(value))
  return unit * ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * unit >= value) ?? 10)
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long ago something was, in milliseconds: 'hace 5 min', 'hace 3 h', from two days on 'hace 2 días'. */
export function ageInWords(age: number): string {
  // The browser's clock may also be behind the server's.
  if (age < minuteMs) return 'hace un momento'
  if (age < hourMs) return `hace ${Math.floor(age / minuteMs)} min`
  if (age < 2 * dayMs) return `hace ${Math.floor(age / hourMs)} h`
  return `hace ${Math.floor(age / dayMs)} días`
}
