import {
  countPeriods,
  months,
  type PeriodoTipo,
  periodoOf,
  periodoTipoOf,
  periodsBetween,
} from '@flota/contract/core/calendar.ts'
import { sumTotales } from '@flota/contract/reports/periodos.ts'
import type { ReporteRow } from '@flota/contract/reports/reportes.ts'
import type { Range } from './presets.ts'

/** Most distinguishable bars; longer ranges are grouped by month or year. */
export const maxBars = 124

const coarserTipo: Partial<Record<PeriodoTipo, PeriodoTipo>> = { dia: 'mes', mes: 'anio' }

/** A period on the time axis; `row` is null if it has no trips. */
export interface Slot {
  periodo: string
  row: ReporteRow | null
}

/** Converts rows (newest first) to slots (oldest first), with a slot for each period in between. */
export function toSlots(rows: readonly ReporteRow[], range: Range): Slot[] {
  const [newest, oldest] = [rows[0], rows.at(-1)]
  if (!newest || !oldest) return []
  const coarser = coarserTipo[periodoTipoOf(newest.periodo)]
  if (coarser && countPeriods(oldest.periodo, newest.periodo) > maxBars)
    return toSlots(groupByPeriodo(rows, coarser), range)
  const byPeriodo = new Map(rows.map((row) => [row.periodo, row]))
  const { first, last } = axisOf(oldest.periodo, newest.periodo, range)
  return periodsBetween(first, last).map((periodo) => ({ periodo, row: byPeriodo.get(periodo) ?? null }))
}

/** Adds rows (newest first) up to longer periods. */
export const groupByPeriodo = (rows: readonly ReporteRow[], tipo: PeriodoTipo): ReporteRow[] =>
  Array.from(
    Map.groupBy(rows, ({ periodo }) => periodoOf(periodo, tipo)),
    ([periodo, inside]) => ({ periodo, ...sumTotales(inside) }),
  )

/** Returns the requested range, or only the part with trips if the range has too many bars. */
function axisOf(oldest: string, newest: string, { fechaInicio, fechaFin }: Range) {
  const tipo = periodoTipoOf(newest)
  const first = fechaInicio ? periodoOf(fechaInicio, tipo) : oldest
  const last = fechaFin ? periodoOf(fechaFin, tipo) : newest
  return countPeriods(first, last) > maxBars ? { first: oldest, last: newest } : { first, last }
}

/** Returns a scale from 0 in at most `maxSteps` round steps; its last mark is at least `max`. */
export function scaleMarks(max: number, maxSteps: number, { whole = false } = {}): number[] {
  const top = Math.max(max, 1)
  const atLeast = top / maxSteps
  const unit = 10 ** Math.floor(Math.log10(atLeast))
  const steps = [1, 2, 2.5, 5, 10].map((step) => step * unit)
  const step = steps.find((each) => each >= atLeast && (!whole || Number.isInteger(each))) ?? 1
  const count = Math.ceil(top / step)
  // 3 × 0.1 is not 0.3 in binary.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** Returns the bar width in px that keeps these labels apart. */
export const labelWidthPx = (figures: readonly string[]) =>
  Math.max(...figures.map(({ length }) => length)) * 9 + 6

/** Returns n to label every n-th period. */
export const labelInterval = (slotWidth: number, nameWidth: number) =>
  Math.max(1, Math.ceil(nameWidth / Math.max(1, slotWidth)))

/** Returns '20/11', 'nov 2026' or '2026'. */
export function periodoLabel(periodo: string): string {
  const [year = '', month = '', day = ''] = periodo.split('-')
  if (day) return `${day}/${month}`
  return month ? `${months[Number(month) - 1]?.slice(0, 3)} ${year}` : year
}
