import { dayOfMinute } from './calendar.ts'
import type { Camion } from './catalogos.ts'
import type { Trip } from './entregas.ts'
import type { DemoCarga, DemoMovement } from './movement.ts'
import type { Random } from './random.ts'
import type { DemoTrip } from './viajes.ts'

const stations = ['Puma Aguilar Batres', 'Shell El Trébol', 'Texaco Roosevelt', 'Uno Villalobos']

/** Price of a gallon of diesel, in cents. */
const gallonCents = (random: Random, { inflation }: DemoTrip) => (2610 + random.between(0, 110)) * inflation

/** Nobody fills less. */
const minGallons = 1

/** Part of a trip's price that its fuel costs at most: a trip leaves something. */
const maxShare = 0.7

/** The newest reading of one truck lacks its last digit; the newest fill-up of another burned too much. */
const mistypingCamionId = 2
const leakingCamionId = 3

/** A truck's tank while its trips are walked. */
interface Tank {
  /** Gallons burned since it was last full, and the odometer then. */
  burned: number
  km: number
  fills: number
}

export interface TripFuel {
  cents: number
  minute: number
  carga: DemoCarga
}

/** Where and when a truck fills its tank: on its return, or at the destination if it is not back yet. */
const fillPoint = ({ odometro, km, back, arrived }: DemoTrip, moment: number) =>
  back < moment ? { km: odometro + 2 * km, minute: back - 15 } : { km: odometro + km, minute: arrived - 10 }

/** Returns the fill-up of each delivered trip by its id. */
export function fuelOfTrips(random: Random, trips: readonly Trip[], moment: number): Map<number, TripFuel> {
  const ordered = trips.toSorted((a, b) => a.viaje.left - b.viaje.left)
  const tanks = new Map<Camion, Tank>()
  const fills = ordered.map((trip) => [trip, aFill(random, trip.viaje, tanks, moment)] as const)
  const settled = fills.filter(([{ viaje }]) => viaje.arrived < moment - 120).map(([, fuel]) => fuel)
  const mistyped = lastWholeTramo(settled, mistypingCamionId)
  if (mistyped) mistyped.carga.km = Math.floor((mistyped.carga.km ?? 0) / 10)
  const leaked = lastWholeTramo(settled, leakingCamionId)
  if (leaked) {
    leaked.cents = Math.round((leaked.cents * 1.7) / 5) * 5
    leaked.carga.galones = Math.round(leaked.carga.galones * 1700) / 1000
  }
  return new Map(fills.map(([{ id }, fuel]) => [id, fuel]))
}

function aFill(random: Random, viaje: DemoTrip, tanks: Map<Camion, Tank>, moment: number): TripFuel {
  const { camion, precio, odometro } = viaje
  const tank = tanks.get(camion) ?? { burned: 0, km: odometro, fills: 0 }
  tanks.set(camion, tank)
  const point = fillPoint(viaje, moment)
  const km = Math.max(point.km, tank.km)
  tank.burned += ((km - tank.km) / camion.rendimiento) * (0.94 + random.next() * 0.12)
  tank.km = km
  tank.fills += 1
  const price = gallonCents(random, viaje)
  const maxGallons = (precio * 100 * maxShare) / price
  // Every sixth time, and where it would cost too much, the tank is not filled to the top.
  const lleno = tank.fills % 6 !== 0 && tank.burned >= minGallons && tank.burned <= maxGallons
  const wanted = lleno ? tank.burned : Math.min(tank.burned * 0.85, maxGallons)
  const galones = Math.max(minGallons, Math.round(wanted * 1000) / 1000)
  tank.burned -= galones
  const carga: DemoCarga = {
    camion_id: camion.id,
    galones,
    km: tank.fills % 11 === 0 ? null : km,
    lleno,
    falta_anterior: false,
    estacion: random.of(stations),
  }
  return { cents: Math.max(5, Math.round((galones * price) / 5) * 5), minute: point.minute, carga }
}

/** Returns the newest full fill-up of a truck that follows directly on another, of an earlier day. */
function lastWholeTramo(fills: readonly TripFuel[], camion_id: number): TripFuel | undefined {
  const own = fills.filter(({ carga }) => carga.camion_id === camion_id)
  const isAnchor = (fuel: TripFuel | undefined) => fuel?.carga.lleno === true && fuel.carga.km !== null
  return own.findLast((fuel, i) => {
    const before = own[i - 1]
    return isAnchor(fuel) && isAnchor(before) && dayOfMinute(fuel.minute) > dayOfMinute(before?.minute ?? 0)
  })
}

/** The newest receipts that the office has not completed with their gallons. */
const withoutGallons = 3

/** Takes the truck data from the newest fuel that pilots sent. */
export function withoutNewestGallons(movements: readonly DemoMovement[]): DemoMovement[] {
  const isShown = ({ camion_id }: DemoCarga) =>
    camion_id !== mistypingCamionId && camion_id !== leakingCamionId
  const newest = new Set(
    movements.filter(({ isSent, carga }) => isSent && carga && isShown(carga)).slice(-withoutGallons),
  )
  return movements.map((each) => {
    if (!newest.has(each)) return each
    const { carga: _carga, isReviewed: _isReviewed, ...plain } = each
    return plain
  })
}
