import { addDays } from '../../api/dias.ts'

/** What these figures need of a report's day. */
interface Dia {
  periodo: string
  total_rutas: number
  ingresos_totales: number
}

const monthOf = (iso: string) => iso.slice(0, 7)
const firstOf = (month: string) => `${month}-01`
const dayOfMonth = (iso: string) => Number(iso.slice(8))

/** The month before, `YYYY-MM`. */
const monthBefore = (iso: string) => monthOf(addDays(firstOf(monthOf(iso)), -1))

/** From the first day of last month: all that the owner's view compares today with. */
export const reportFrom = (hoy: string) => firstOf(monthBefore(hoy))

/** A day of the report; nothing was driven on one that it does not have. */
export function dayOf<D extends Dia>(rows: readonly D[], iso: string) {
  return rows.find(({ periodo }) => periodo === iso)
}

export interface Month {
  /** `YYYY-MM`. */
  month: string
  /** Its last day that is counted: today, or the month's end. */
  until: string
  /** Income from the first day of the month to each day, at index day - 1. */
  income: number[]
}

function upTo(rows: readonly Dia[], until: string): Month {
  const month = monthOf(until)
  const earned = new Map(rows.map(({ periodo, ingresos_totales }) => [periodo, ingresos_totales]))
  const income: number[] = []
  // In cents: a sum of thirty amounts must not gather what binary fractions lose.
  let cents = 0
  for (let day = firstOf(month); day <= until; day = addDays(day, 1)) {
    cents += Math.round((earned.get(day) ?? 0) * 100)
    income.push(cents / 100)
  }
  return { month, until, income }
}

/** This month until today, and the whole of the last one. */
export const monthsOf = (rows: readonly Dia[], hoy: string) => ({
  now: upTo(rows, hoy),
  before: upTo(rows, addDays(firstOf(monthOf(hoy)), -1)),
})

export const totalOf = ({ income }: Month) => income.at(-1) ?? 0
/** The same number of days into the other month; all of it where it is shorter. */
export const sameDayOf = ({ income }: Month, hoy: string) => income[dayOfMonth(hoy) - 1] ?? income.at(-1) ?? 0

/** '3 más que', '1 menos que' or 'igual que', as `write` writes the difference. */
export function compare(now: number, before: number, write: (difference: number) => string): string {
  const difference = Math.round((now - before) * 100) / 100
  if (difference === 0) return 'Igual que'
  return difference > 0 ? `${write(difference)} más que` : `${write(-difference)} menos que`
}

/** The round number just above: where a scale ends. */
export function roundUp(value: number): number {
  if (value <= 0) return 1
  const unit = 10 ** Math.floor(Math.log10(value))
  return unit * ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * unit >= value) ?? 10)
}
