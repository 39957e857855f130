import { addDays } from '@flota/contract/core/dates.ts'
import type { CurrentTime } from '@flota/contract/trips/retraso.ts'
import type { SemanaDelTablero, ViajeDeLaSemana } from '@flota/contract/trips/tablero.ts'
import { dayMinutes, endOf, localOf, minutesFrom } from '../boardRows.ts'

const weekDays = 7

/** The seven days from Monday. */
export const daysOf = ({ desde }: SemanaDelTablero) =>
  Array.from({ length: weekDays }, (_, index) => addDays(desde, index))

export interface WeekRow {
  id: number
  nombre: string
  viajes: readonly ViajeDeLaSemana[]
}

/** Returns one row per truck in the server's order. */
export const rowsOfWeek = ({ camiones }: SemanaDelTablero): WeekRow[] =>
  camiones.map(({ id, placa, numero_unidad, rutas }) => ({
    id,
    nombre: [placa, numero_unidad].filter(Boolean).join(' · '),
    viajes: rutas,
  }))

export interface DayTrip {
  viaje: ViajeDeLaSemana
  /** Hour of departure; undefined on the days that follow it. */
  hora: string | undefined
}

/** Returns the trips of each day of the week; a trip is on each day that it touches. */
export function placeInWeek(
  viajes: readonly ViajeDeLaSemana[],
  { desde, zona, ahora }: { desde: string; zona: string; ahora: CurrentTime | undefined },
): DayTrip[][] {
  const days: DayTrip[][] = Array.from({ length: weekDays }, () => [])
  for (const viaje of viajes) {
    const start = localOf(viaje.desde, zona)
    const first = Math.floor(minutesFrom(desde, start) / dayMinutes)
    // A trip that ends at midnight is not on the next day.
    const end = minutesFrom(desde, localOf(endOf(viaje, ahora), zona))
    const last = Math.max(Math.ceil(end / dayMinutes) - 1, first)
    for (const [index, day] of days.entries())
      if (index >= first && index <= last)
        day.push({ viaje, hora: index === first ? start.slice(11) : undefined })
  }
  return days
}
