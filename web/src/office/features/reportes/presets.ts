import {
  addPeriods,
  type DayRange,
  dayRangeOf,
  type PeriodoTipo,
  periodoOf,
  weekOf,
} from '@flota/contract/core/calendar.ts'

/** A date range; an open end is empty. */
export interface Range {
  fechaInicio: string
  fechaFin: string
}

const toRange = ({ desde, hasta }: DayRange): Range => ({ fechaInicio: desde, fechaFin: hasta })

const thisMonth = (hoy: string) => periodoOf(hoy, 'mes')

export const thisMonthRange = (hoy: string) => toRange(dayRangeOf(thisMonth(hoy)))

export interface Preset {
  label: string
  range: (hoy: string) => Range
  /** Period types that would reduce the range to one row. */
  within: readonly PeriodoTipo[]
  /** The type used instead. */
  by: PeriodoTipo
}

export const presets: readonly Preset[] = [
  { label: 'Esta semana', range: (hoy) => toRange(weekOf(hoy)), within: ['mes', 'anio'], by: 'dia' },
  { label: 'Este mes', range: thisMonthRange, within: ['mes', 'anio'], by: 'dia' },
  {
    label: 'Mes pasado',
    range: (hoy) => toRange(dayRangeOf(addPeriods(thisMonth(hoy), -1))),
    within: ['mes', 'anio'],
    by: 'dia',
  },
  {
    label: 'Este año',
    range: (hoy) => toRange(dayRangeOf(periodoOf(hoy, 'anio'))),
    within: ['anio'],
    by: 'mes',
  },
  { label: 'Todo', range: () => ({ fechaInicio: '', fechaFin: '' }), within: [], by: 'mes' },
]

/** Keeps the current type unless it would leave one row. */
export const presetTipo = ({ within, by }: Preset, tipo: PeriodoTipo) => (within.includes(tipo) ? by : tipo)

/** Tells whether these are exactly the preset's days; false until today is known. */
export const isPresetActive = (
  { range: of }: Preset,
  { fechaInicio, fechaFin }: Range,
  hoy: string | undefined,
) => {
  const chosen = hoy === undefined ? null : of(hoy)
  return chosen?.fechaInicio === fechaInicio && chosen.fechaFin === fechaFin
}
