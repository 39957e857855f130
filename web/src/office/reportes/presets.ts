import { type DayRange, daysOf, later, type PeriodoTipo, periodoOf, weekOf } from '@flota/contract/dias.ts'

/** Days that are often asked for, each end empty where there is none. */
export interface Range {
  fechaInicio: string
  fechaFin: string
}

const range = ({ desde, hasta }: DayRange): Range => ({
  fechaInicio: desde,
  fechaFin: hasta,
})

const lastMonth = (hoy: string) => later(periodoOf(hoy, 'mes'), -1)

export interface Preset {
  label: string
  range: (hoy: string) => Range
  /** It lies within one of these, which would be a report of one line. */
  within: readonly PeriodoTipo[]
  /** By what it is counted instead. */
  by: PeriodoTipo
}

export const presets: readonly Preset[] = [
  { label: 'Esta semana', range: (hoy) => range(weekOf(hoy)), within: ['mes', 'anio'], by: 'dia' },
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
export const tipoFor = ({ within, by }: Preset, tipo: PeriodoTipo) => (within.includes(tipo) ? by : tipo)
