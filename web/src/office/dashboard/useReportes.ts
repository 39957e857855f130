import { useLive } from '../../api/cache/queries.ts'
import type { AnswerOf } from '../../api/call.ts'
import { reportFrom } from './figures.ts'
import { type Reading, readingOf } from './reading.ts'

export type ReporteRow = AnswerOf<'GET /api/reportes'>['data'][number]
export type Reportes = Reading<{ rows: ReporteRow[]; hoy: string }>

/** Daily rows from the first of last month until today, in one call. */
export function useReportes(hoy: string | undefined): Reportes {
  const answer = useLive(
    'GET /api/reportes',
    hoy ? { query: { filtro: 'dia', fechaInicio: reportFrom(hoy), fechaFin: hoy } } : null,
  )
  return readingOf(hoy, answer, ({ data }, day) => ({ rows: data, hoy: day }))
}
