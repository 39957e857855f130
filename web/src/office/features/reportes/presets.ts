import {
  addPeriods,
  type DayRange,
  dayRangeOf,
  type PeriodoTipo,
  periodoOf,
  weekOf,
} from '@flota/contract/calendar.ts'

/** A date range; an open end is empty. */
export interface Range {
  fechaInicio: string
  fechaFin: string
}

const toRange = ({ desde, hasta }: DayRange): Range => ({ fechaInicio: desde, fechaFin: hasta })

const thisMonth = (hoy: string) => periodoOf(hoy, 'mes')

/** What a report opens with. */
export const thisMonthRange = (hoy: string) => toRange(dayRangeOf(thisMonth(hoy)))

export interface Preset {
  label: string
  range: (hoy: string) => Range
  /** Kinds of which the range is a single period, so that the report would have one line. */
  within: readonly PeriodoTipo[]
  /** The kind used instead. */
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

/** The preset's kind: the present one, unless it would leave one line. */
export const presetTipo = ({ within, by }: Preset, tipo: PeriodoTipo) => (within.includes(tipo) ? by : tipo)

/** Whether these are exactly the preset's days; of none before the day is known. */
export const isPresetActive = (
  { range: of }: Preset,
  { fechaInicio, fechaFin }: Range,
  hoy: string | undefined,
) => {
  const chosen = hoy === undefined ? null : of(hoy)
  return chosen?.fechaInicio === fechaInicio && chosen.fechaFin === fechaFin
}
