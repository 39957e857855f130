import { minRestMinutes } from './availability.ts'
import { activityOf, minutesADay } from './calendar.ts'
import { type DemoTrip, mayDrive } from './viajes.ts'

// What the board and the check are there for: trips over midnight, and a truck that two trips need.

const overnightStartMinute = 22 * 60
const overnightMinutes = 8 * 60

/** One trip that is under way came over last midnight, and one goes over the next; none on a holiday. */
export function addOvernightTrips(viajes: DemoTrip[], today: number, moment: number): void {
  const open = viajes.filter(({ arrived, incidente }) => arrived > moment && !incidente)
  startOvernight(viajes, today - 1, open)
  startOvernight(
    viajes,
    today,
    open.filter(({ day }) => day > today),
  )
  // Their numbers follow their days.
  viajes.sort((a, b) => a.day - b.day)
}

/** Lets the next of these, of a day the longest, begin in that evening, where its truck and people are free. */
function startOvernight(viajes: DemoTrip[], day: number, candidates: readonly DemoTrip[]): void {
  const start = day * minutesADay + overnightStartMinute
  const viaje = candidates
    .toSorted((a, b) => a.day - b.day || b.km - a.km)
    .find((one) => isFreeBetween(viajes, one, start - minRestMinutes))
  if (!viaje || activityOf(day) === 0) return
  Object.assign(viaje, { day, eta: start, left: start - 5, duracion_min: overnightMinutes })
}

/** Whether pilot, helper and truck have no other trip between that minute and the trip's start. */
const isFreeBetween = (viajes: readonly DemoTrip[], viaje: DemoTrip, start: number): boolean =>
  !viajes.some(
    (other) =>
      other !== viaje &&
      other.back > start &&
      other.left < viaje.left &&
      (other.camion === viaje.camion ||
        other.chofer === viaje.chofer ||
        (other.ayudante !== undefined && other.ayudante === viaje.ayudante)),
  )

/** Two trips of a day need a truck within this time. */
const maxDoubleBookingMinutes = 4 * 60

/** The next planned trip for which the truck of an earlier one could be written by mistake has it. @returns that trip */
export function doubleBookTruck(viajes: readonly DemoTrip[], moment: number): DemoTrip | undefined {
  const planned = viajes.filter(({ left, duracion_min }) => left > moment && duracion_min === null)
  for (const [i, second] of planned.entries()) {
    const first = planned.findLast(
      ({ day, eta, camion }, j) =>
        j < i &&
        day === second.day &&
        Math.abs(eta - second.eta) < maxDoubleBookingMinutes &&
        second.servicio.tipos.includes(camion.tipo) &&
        mayDrive(second.chofer, camion),
    )
    if (!first) continue
    second.camion = first.camion
    return second
  }
  return undefined
}
