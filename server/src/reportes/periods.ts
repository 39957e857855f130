import type { ReporteFiltro } from '@flota/contract/reportes.ts'
import { date } from '@flota/contract/values.ts'

/** Dates and months as text and whole numbers: none passes through the machine's clock or zone. */

export type Tipo = 'dia' | 'mes' | 'anio'
export const tipoOf = (filtro: ReporteFiltro): Tipo => (filtro === 'año' ? 'anio' : filtro)

/** Both ends are in it, `YYYY-MM-DD`. */
export interface Range {
  desde: string
  hasta: string
}

export const always: Range = { desde: '0001-01-01', hasta: '9999-12-31' }

/** A range of one level of the kept totals; a month stands there under its first day. */
export interface Span extends Range {
  nivel: 'mes' | 'dia'
}

/** What makes a date of a period's text, and how long that text is. */
const firstDay = { dia: '', mes: '-01', anio: '-01-01' } as const
export const periodoLength = { dia: 10, mes: 7, anio: 4 } as const

/** Months in a row since the year 0, so that they can be counted and compared. */
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

const startOf = (month: number): string => {
  const year = String(Math.floor(month / 12)).padStart(4, '0')
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}-01`
}

const endOf = (month: number): string => {
  // The calendar repeats every 400 years, and Date takes the years 0 to 99 for 1900 to 1999.
  const year = 2000 + (Math.floor(month / 12) % 400)
  const days = new Date(Date.UTC(year, (month % 12) + 1, 0)).getUTCDate()
  return startOf(month).slice(0, 8) + days
}

/** The days of the period that this text names; undefined when it is not one of this kind, or does not exist. */
export function rangeOf(tipo: Tipo, periodo: string): Range | undefined {
  const desde = periodo + firstDay[tipo]
  if (!date().safeParse(desde).success) return undefined
  if (tipo === 'dia') return { desde, hasta: desde }
  return { desde, hasta: tipo === 'mes' ? endOf(monthOf(desde)) : `${periodo}-12-31` }
}

/** Where the totals of a range stand: whole months as months, the days before and after them one by one. */
export function spansOf(tipo: Tipo, { desde, hasta }: Range): Span[] {
  const startsMidMonth = desde !== startOf(monthOf(desde))
  const endsMidMonth = hasta !== endOf(monthOf(hasta))
  const first = monthOf(desde) + Number(startsMidMonth)
  const last = monthOf(hasta) - Number(endsMidMonth)
  if (tipo === 'dia' || first > last) return [{ nivel: 'dia', desde, hasta }]
  const spans: Span[] = [{ nivel: 'mes', desde: startOf(first), hasta: startOf(last) }]
  if (startsMidMonth) spans.push({ nivel: 'dia', desde, hasta: endOf(first - 1) })
  if (endsMidMonth) spans.push({ nivel: 'dia', desde: startOf(last + 1), hasta })
  return spans
}
