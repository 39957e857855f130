import { addDays } from '../../api/dias.ts'
import { daysOf, periodoOf, type Tipo } from './periods.ts'

/** Days that are often asked for, each end empty where there is none. */
export interface Range {
  fechaInicio: string
  fechaFin: string
}

const range = ({ desde, hasta }: { desde: string; hasta: string }): Range => ({
  fechaInicio: desde,
  fechaFin: hasta,
})

function week(hoy: string): Range {
  // Sunday is 0 there, and the last day of a week here.
  const sinceMonday = (new Date(`${hoy}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = addDays(hoy, -sinceMonday)
  return { fechaInicio: monday, fechaFin: addDays(monday, 6) }
}

const lastMonth = (hoy: string) => periodoOf(addDays(daysOf(periodoOf(hoy, 'mes')).desde, -1), 'mes')

export interface Preset {
  label: string
  range: (hoy: string) => Range
  /** It lies within one of these, which would be a report of one line. */
  within: readonly Tipo[]
  /** By what it is counted instead. */
  by: Tipo
}

export const presets: readonly Preset[] = [
  { label: 'Esta semana', range: week, within: ['mes', 'anio'], by: 'dia' },
  {
    label: 'Este mes',
    range: (hoy) => range(daysOf(periodoOf(hoy, 'mes'))),
    within: ['mes', 'anio'],
    by: 'dia',
  },
  { label: 'Mes pasado', range: (hoy) => range(daysOf(lastMonth(hoy))), within: ['mes', 'anio'], by: 'dia' },
  { label: 'Este año', range: (hoy) => range(daysOf(periodoOf(hoy, 'anio'))), within: ['anio'], by: 'mes' },
  { label: 'Todo', range: () => ({ fechaInicio: '', fechaFin: '' }), within: [], by: 'mes' },
]

/** By what a preset is counted: as before, unless that would leave one line. */
export const tipoFor = ({ within, by }: Preset, tipo: Tipo) => (within.includes(tipo) ? by : tipo)
