import { useLive } from '../../api/cache/queries.ts'
import type { AnswerOf } from '../../api/call.ts'
import { reportFrom } from './figures.ts'
import { type Reading, readingOf } from './reading.ts'

export type ReporteRow = AnswerOf<'GET /api/reportes'>['data'][number]
export type Reportes = Reading<{ rows: ReporteRow[]; hoy: string }>

export const useToday = () => useLive('GET /api/config', {})

/** Day by day from the first of last month until today: one call for all that today is compared with. */
export function useReportes(today: ReturnType<typeof useToday>): Reportes {
  const hoy = today.data?.data.hoy
  const answer = useLive(
    'GET /api/reportes',
    hoy ? { query: { filtro: 'dia', fechaInicio: reportFrom(hoy), fechaFin: hoy } } : null,
  )
  return readingOf(today, answer, ({ data }, day) => ({ rows: data, hoy: day }))
}
