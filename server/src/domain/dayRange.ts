import { countPeriods, type DayRange } from '@flota/contract/core/calendar.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { invalid } from '../platform/errors.ts'

export interface DaysQuery {
  desde?: string | undefined
  hasta?: string | undefined
}

/** Completes a range of at most a year: until today, from the first of the month. @throws {HttpError} 400 */
export function toDayRange(query: DaysQuery, hoy: string, maxDays: number): DayRange {
  const { hasta = hoy, desde = `${hasta.slice(0, 7)}-01` } = query
  if (hasta < desde) throw invalid({ hasta: sentences.endsEarly })
  if (countPeriods(desde, hasta) > maxDays)
    throw invalid({ hasta: 'Elige un período de un año como máximo.' })
  return { desde, hasta }
}
