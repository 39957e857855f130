import {
  addPeriods,
  countPeriods,
  type DayRange,
  dayRangeOf,
  type PeriodoTipo,
  periodoOf,
} from '@flota/contract/calendar.ts'

/** Returns the range; an omitted end is unbounded. */
export const rangeOf = (desde = '0001-01-01', hasta = '9999-12-31'): DayRange => ({ desde, hasta })

/** Range of one level of the stored totals. Months are stored under their first day. */
export interface Span extends DayRange {
  nivel: 'mes' | 'dia'
}

/** Splits a range into whole months and the days before and after them. */
export function spansOf(tipo: PeriodoTipo, { desde, hasta }: DayRange): Span[] {
  const [begin, end] = [periodoOf(desde, 'mes'), periodoOf(hasta, 'mes')]
  const startsMidMonth = desde !== dayRangeOf(begin).desde
  const endsMidMonth = hasta !== dayRangeOf(end).hasta
  const first = addPeriods(begin, Number(startsMidMonth))
  const last = addPeriods(end, -Number(endsMidMonth))
  if (tipo === 'dia' || countPeriods(first, last) < 1) return [{ nivel: 'dia', desde, hasta }]
  const spans: Span[] = [{ nivel: 'mes', desde: dayRangeOf(first).desde, hasta: dayRangeOf(last).desde }]
  if (startsMidMonth) spans.push({ nivel: 'dia', desde, hasta: dayRangeOf(begin).hasta })
  if (endsMidMonth) spans.push({ nivel: 'dia', desde: dayRangeOf(end).desde, hasta })
  return spans
}
