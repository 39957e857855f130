import { findAvailable, isFreeAt, minRestMinutes, worksAt } from './availability.ts'
import { dayOfMinute, minutesADay, monthOf } from './calendar.ts'
import type { Ayudante, Camion, Chofer, Cliente } from './catalogos.ts'
import servicios from './data/servicios.json' with { type: 'json' }
import { anIncidente } from './incidentes.ts'
import { distance, lugaresOf } from './lugares.ts'
import { sendToWorkshop, type WorkshopVisit } from './mantenimientos.ts'
import type { Random } from './random.ts'

export interface Company {
  clientes: Cliente[]
  camiones: Camion[]
  choferes: Chofer[]
  ayudantes: Ayudante[]
  visitas: WorkshopVisit[]
}

/** `base` and `porKm` in quetzales of the first year, `ayudante` how often one rides along, `meses` how much there is from January on. */
const serviciosByKey = new Map(servicios.map((servicio) => [servicio.clave, servicio]))

type Order = NonNullable<ReturnType<typeof anOrder>>
type Crew = { camion: Camion; chofer: Chofer; ayudante: Ayudante | undefined }

export type DemoTrip = ReturnType<typeof driveTrip>

export interface Planner {
  random: Random
  company: Company
  /** Each client as often as it orders. */
  weightedClientes: Cliente[]
  firstDay: number
}

/** Loading and unloading, and what one makes an hour in town, near it and on the long roads. */
const handlingMinutes = 30
const speedKmh = (km: number) => (km < 40 ? 22 : km < 120 ? 40 : 46)
const leadMinutes = ({ km }: Order) => handlingMinutes + Math.ceil(((km / speedKmh(km)) * 60) / 5) * 5

/** A trip that arrives at `eta` of that day; a short one a little later where nobody is free; undefined if not at all. */
export function planTrip(planner: Planner, day: number, eta: number): DemoTrip | undefined {
  const { random, company } = planner
  for (let tries = 0; tries < 24; tries++) {
    const short = tries >= 12
    const order = anOrder(planner, day, short ? 'local' : undefined)
    if (!order) continue
    const leaves = eta - leadMinutes(order)
    const fitting = ({ tipo }: Camion) => order.servicio.tipos.includes(tipo)
    const camion = findAvailable(random, company.camiones, leaves, fitting)
    const chofer = camion && findAvailable(random, company.choferes, leaves, (one) => mayDrive(one, camion))
    if (!chofer) continue
    const soonest = Math.max(camion.free, chofer.free) + minRestMinutes + leadMinutes(order)
    const later = Math.max(eta, Math.ceil(soonest / 15) * 15)
    if (later > eta && (!short || dayOfMinute(later) > day)) continue
    const ayudante = anAyudante(planner, order, later - leadMinutes(order))
    return driveTrip(planner, order, { camion, chofer, ayudante }, day, later)
  }
  return undefined
}

/** Undefined where the client that was drawn has nothing to send in that month. */
function anOrder({ random, weightedClientes }: Planner, day: number, name?: string) {
  const cliente = random.of(weightedClientes)
  const servicio = serviciosByKey.get(name ?? random.of(cliente.servicios))
  if (!servicio || !worksAt(cliente, day * minutesADay)) return undefined
  if (!random.happens(servicio.meses?.[monthOf(day)] ?? 1)) return undefined
  const place = (names: string[]) => {
    const found = random.of(lugaresOf(names))
    return found === 'cliente' ? cliente.lugar : found
  }
  const [origen, destino] = [place(servicio.origen), place(servicio.destino)]
  return origen === destino
    ? undefined
    : { cliente, servicio, origen, destino, km: distance(origen, destino) }
}

/** Who has the B licence drives panels only. */
export const mayDrive = (chofer: Chofer, camion: Camion) =>
  chofer.tipo_licencia === 'A' || camion.tipo === 'Panel'

function anAyudante({ random, company }: Planner, { servicio }: Order, leaves: number): Ayudante | undefined {
  if (!random.happens(servicio.ayudante)) return undefined
  const found = findAvailable(random, company.ayudantes, leaves, () => true)
  return found && isFreeAt(found, leaves) ? found : undefined
}

function driveTrip(planner: Planner, order: Order, crew: Crew, day: number, eta: number) {
  const { random, company } = planner
  const left = eta - leadMinutes(order) + random.between(-10, 15)
  const onTime = Math.max(left + handlingMinutes, eta + random.between(-15, 30))
  const risk = order.km > 100 ? 0.065 : 0.04
  const incidente = random.happens(risk)
    ? anIncidente(random, { ...order, left, arrived: onTime })
    : undefined
  const arrived = incidente ? onTime + incidente.delay + 10 : onTime
  const back = arrived + leadMinutes(order)
  for (const one of [crew.chofer, crew.camion, crew.ayudante]) if (one) one.free = back
  const odometro = crew.camion.kilometraje
  company.visitas.push(...sendToWorkshop(crew.camion, order.km * 2, incidente?.repair))
  const sums = amounts(planner, order, crew, day)
  return {
    ...order,
    ...crew,
    ...sums,
    day,
    eta,
    left,
    arrived,
    back,
    incidente,
    /** The truck's odometer when it left. */
    odometro,
    /** In minutes, where the office said it. */
    duracion_min: null as number | null,
  }
}

function amounts({ random, firstDay }: Planner, order: Order, { camion }: Crew, day: number) {
  const { cliente, servicio, km } = order
  const load = 0.9 + random.next() * 0.25
  // Prices and costs rise by four and a half percent a year.
  const inflation = 1.045 ** ((day - firstDay) / 365)
  const precio = (servicio.base + servicio.porKm * km * load) * camion.tarifa * cliente.factor * inflation
  // There and back, and a little in town; more with a full load.
  const gallons = ((km * 2 + 8) / camion.rendimiento) * (0.93 + load * 0.08)
  return {
    precio: Math.round(precio / 5) * 5 + (random.happens(0.1) ? 0.5 : 0),
    combustible: random.happens(0.04) ? null : Math.round(gallons * 100) / 100,
    inflation,
    mercaderia: random.of((servicio.delCliente && cliente.mercaderias) || servicio.mercaderias),
  }
}
