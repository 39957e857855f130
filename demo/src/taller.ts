import { dayOfMinute, minutesADay } from './calendar.ts'
import type { Camion } from './camiones.ts'

/** A truck comes to the workshop: every ten thousand kilometres, or for a repair. */
export interface Visita {
  camion: Camion
  day: number
  kilometraje: number
  repair: string | undefined
}

export const serviceEvery = 10_000
/** For how long the truck is away, in minutes. */
const serviceTime = 360
const repairTime = 2 * minutesADay

/** Counts the kilometres of a trip from which the truck is just back. @returns where they ask for it, a visit */
export function sendToWorkshop(camion: Camion, km: number, repair: string | undefined): Visita | undefined {
  const services = Math.floor(camion.kilometraje / serviceEvery)
  camion.kilometraje += km
  const due = Math.floor(camion.kilometraje / serviceEvery) > services
  if (!due && repair === undefined) return undefined
  const day = dayOfMinute(camion.free)
  camion.free += repair === undefined ? serviceTime : repairTime
  return { camion, day, kilometraje: camion.kilometraje, repair }
}
