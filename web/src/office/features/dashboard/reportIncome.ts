import { addPeriods, dayRangeOf, periodoOf, periodsBetween } from '@flota/contract/core/calendar.ts'

interface DailyTotals {
  periodo: string
  total_rutas: number
  ingresos_totales: number
}

/** Returns the first day of last month, the earliest one that the dashboard compares. */
export const reportFrom = (hoy: string) => dayRangeOf(lastMonth(hoy)).desde

const lastMonth = (hoy: string) => addPeriods(periodoOf(hoy, 'mes'), -1)

/** Returns a day's row; undefined without trips. */
export function rowOfDay<D extends DailyTotals>(rows: readonly D[], iso: string) {
  return rows.find(({ periodo }) => periodo === iso)
}

export interface MonthIncome {
  /** `YYYY-MM`. */
  month: string
  /** Last counted day: today or the end of the month. */
  until: string
  /** Income accumulated from the 1st, at index day - 1. */
  income: number[]
}

function incomeUntil(rows: readonly DailyTotals[], until: string): MonthIncome {
  const month = periodoOf(until, 'mes')
  const earned = new Map(rows.map(({ periodo, ingresos_totales }) => [periodo, ingresos_totales]))
  // Cents: binary fractions would round.
  let cents = 0
  const income = periodsBetween(dayRangeOf(month).desde, until).map((day) => {
    cents += Math.round((earned.get(day) ?? 0) * 100)
    return cents / 100
  })
  return { month, until, income }
}

export const thisAndLastMonth = (rows: readonly DailyTotals[], hoy: string) => ({
  now: incomeUntil(rows, hoy),
  before: incomeUntil(rows, dayRangeOf(lastMonth(hoy)).hasta),
})

export const totalIncome = ({ income }: MonthIncome) => income.at(-1) ?? 0
/** Returns the income up to the same day of the month, or the whole month if it is shorter. */
export const incomeOnSameDay = ({ income }: MonthIncome, hoy: string) =>
  income[Number(hoy.slice(8)) - 1] ?? income.at(-1) ?? 0

/** Returns '3 más que', '1 menos que' or 'Igual que'; `write` formats the difference. */
export function compare(now: number, before: number, write: (difference: number) => string): string {
  const difference = Math.round((now - before) * 100) / 100
  if (difference === 0) return 'Igual que'
  return difference > 0 ? `${write(difference)} más que` : `${write(-difference)} menos que`
}

/** Rounds up to the end of a scale. */
export function roundUpScale(value: number): number {
  if (value <= 0) return 1
  const unit = 10 ** Math.floor(Math.log10(value))
  return unit * ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * unit >= value) ?? 10)
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Formats an age in milliseconds: 'hace 5 min', 'hace 3 h', from two days on 'hace 2 días'. */
export function ageInWords(age: number): string {
  // The browser's clock may be behind the server's.
  if (age < minuteMs) return 'hace un momento'
  if (age < hourMs) return `hace ${Math.floor(age / minuteMs)} min`
  if (age < 2 * dayMs) return `hace ${Math.floor(age / hourMs)} h`
  return `hace ${Math.floor(age / dayMs)} días`
}
