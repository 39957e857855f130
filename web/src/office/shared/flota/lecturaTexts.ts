import { daysBetween } from '@flota/contract/core/dates.ts'
import { formatFecha, formatInteger } from '@flota/contract/core/format.ts'
import type { Kilometraje } from '@flota/contract/fleet/kilometraje.ts'
import type { LecturaFalta } from '@flota/contract/records/cargas.ts'

type Reading = Pick<Kilometraje, 'fecha' | 'km'>

/** More kilometres a day are a typing error. */
const maxKmPerDay = 1500

/** Returns what is wrong with a reading beside the good one before it. */
export function lecturaFalta(reading: Reading, before: Reading): LecturaFalta | null {
  if (reading.km < before.km) return 'KM_MENOR'
  const maxKm = maxKmPerDay * (daysBetween(before.fecha, reading.fecha) + 1)
  return reading.km - before.km > maxKm ? 'KM_SALTO' : null
}

/** Returns 'el kilometraje es menor que 103,500 (12/11/2026)'. */
export const lecturaFaltaText = (falta: LecturaFalta, before: Reading) =>
  `el kilometraje ${falta === 'KM_MENOR' ? 'es menor que' : 'salta desde'} ${readingText(before)}`

export const readingText = ({ km, fecha }: Reading) => `${formatInteger(km)} (${formatFecha(fecha)})`

/** Returns the last good reading below a row of GET kilometraje, which lists the newest first. */
export const goodReadingBelow = (rows: readonly Kilometraje[], index: number) =>
  rows.slice(index + 1).find(({ falta }) => falta === null)
