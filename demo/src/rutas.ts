import { dayOfMinute, minutesADay, monthOf } from './calendar.ts'
import type { Camion } from './camiones.ts'
import type { Cliente } from './clientes.ts'
import { anIncidente, type Incidente } from './incidentes.ts'
import { distance } from './lugares.ts'
import type { Ayudante, Chofer } from './personal.ts'
import { firstDay } from './plan.ts'
import { type Random, weighted } from './random.ts'
import { type Servicio, type ServicioName, servicios } from './servicios.ts'
import { sendToWorkshop, type Visita } from './taller.ts'
import { findFirstFree, findFree, pause, works } from './working.ts'

export interface Company {
  clientes: Cliente[]
  camiones: Camion[]
  choferes: Chofer[]
  ayudantes: Ayudante[]
  visitas: Visita[]
}

/** A trip as it was planned and as it went. */
export interface Viaje {
  /** The day that the route is of, and the minute at which the client expects it. */
  day: number
  eta: number
  /** When it really left and arrived, and when its people and truck are home again. */
  left: number
  arrived: number
  back: number
  cliente: Cliente
  camion: Camion
  chofer: Chofer
  ayudante: Ayudante | undefined
  servicio: Servicio
  mercaderia: string
  origen: string
  destino: string
  km: number
  incidente: Incidente | undefined
  precio: number
  combustible: number | null
}

type Order = Pick<Viaje, 'cliente' | 'servicio' | 'origen' | 'destino' | 'km'>
type Crew = Pick<Viaje, 'camion' | 'chofer' | 'ayudante'>

/** What planning a trip needs to know; it writes down who is away until when. */
export interface Planner {
  random: Random
  company: Company
  today: number
  anyCliente: (random: Random) => Cliente
}

export const createPlanner = (random: Random, company: Company, today: number): Planner => ({
  random,
  company,
  today,
  anyCliente: weighted(company.clientes, ({ weight }) => weight),
})

/** When clients expect their trips: most in the morning, in quarters of an hour, in order. */
export const etasOf = (random: Random, day: number, n: number): number[] =>
  Array.from({ length: n }, () => {
    const early = random.happens(0.65)
    const quarter = early ? random.between(22, 48) : random.between(44, 74)
    return day * minutesADay + quarter * 15
  }).sort((a, b) => a - b)

/** A trip that arrives at `eta` of that day or, where nobody is free, a little later; undefined if not at all. */
export function planTrip(planner: Planner, day: number, eta: number): Viaje | undefined {
  for (let tries = 0; tries < 12; tries++) {
    const order = anOrder(planner, day)
    const crew = order && aCrew(planner, order, eta - lead(order))
    if (crew) return go(planner, order, crew, day, eta)
  }
  for (let tries = 0; tries < 12; tries++) {
    const viaje = aShortTrip(planner, day, eta)
    if (viaje) return viaje
  }
  return undefined
}

/** Loading and unloading, and what one makes an hour in town, near it and on the long roads. */
const handling = 30
const speed = (km: number) => (km < 40 ? 22 : km < 120 ? 40 : 46)
const driving = (km: number) => Math.ceil(((km / speed(km)) * 60) / 5) * 5
const lead = ({ km }: Order) => handling + driving(km)

/** Undefined where the client that was drawn has nothing to send in that month. */
function anOrder({ random, anyCliente }: Planner, day: number, name?: ServicioName): Order | undefined {
  const cliente = anyCliente(random)
  if (!works(cliente, day * minutesADay)) return undefined
  const servicio: Servicio = servicios[name ?? random.of(cliente.servicios)]
  if (!random.happens(servicio.meses?.[monthOf(day) - 1] ?? 1)) return undefined
  const place = (where: Servicio['origen']) => (where === 'cliente' ? cliente.lugar : random.of(where))
  const origen = place(servicio.origen)
  const destino = place(servicio.destino)
  if (origen === destino) return undefined
  return { cliente, servicio, origen, destino, km: distance(origen, destino) }
}

/** Who has the B licence drives panels only. */
const mayDrive = (chofer: Chofer, camion: Camion) => chofer.tipo_licencia === 'A' || camion.tipo === 'Panel'

function aCrew({ random, company }: Planner, { servicio }: Order, leaves: number): Crew | undefined {
  const camion = findFree(random, company.camiones, leaves, ({ tipo }) => servicio.tipos.includes(tipo))
  const chofer = camion && findFree(random, company.choferes, leaves, (one) => mayDrive(one, camion))
  return chofer && { camion, chofer, ayudante: anAyudante({ random, company }, servicio, leaves) }
}

const anAyudante = (
  { random, company }: Pick<Planner, 'random' | 'company'>,
  servicio: Servicio,
  leaves: number,
) => (random.happens(servicio.ayudante) ? findFree(random, company.ayudantes, leaves, () => true) : undefined)

/** When nobody is free for anything far: a short trip by who comes back first, a little later. */
function aShortTrip(planner: Planner, day: number, eta: number): Viaje | undefined {
  const { camiones, choferes } = planner.company
  const order = anOrder(planner, day, 'local')
  const camion = findFirstFree(camiones, day, ({ tipo }) =>
    servicios.local.tipos.some((fits) => fits === tipo),
  )
  const chofer = camion && findFirstFree(choferes, day, (one) => mayDrive(one, camion))
  if (!order || !chofer) return undefined
  const soonest = Math.max(camion.free, chofer.free) + pause + lead(order)
  const later = Math.max(eta, Math.ceil(soonest / 15) * 15)
  if (dayOfMinute(later) > day) return undefined
  const ayudante = anAyudante(planner, order.servicio, later - lead(order))
  return go(planner, order, { camion, chofer, ayudante }, day, later)
}

function go(planner: Planner, order: Order, crew: Crew, day: number, eta: number): Viaje {
  const { random, company } = planner
  const left = eta - lead(order) + random.between(-10, 15)
  const onTime = Math.max(left + handling, eta + random.between(-15, 30))
  const risk = 0.04 + (order.km > 100 ? 0.025 : 0)
  const incidente = random.happens(risk)
    ? anIncidente(random, { ...order, from: left, to: onTime })
    : undefined
  const arrived = incidente ? onTime + incidente.delay + 10 : onTime
  const back = arrived + lead(order)
  for (const one of [crew.chofer, crew.camion, crew.ayudante]) if (one) one.free = back
  const visita = sendToWorkshop(crew.camion, order.km * 2, incidente?.repair)
  if (visita) company.visitas.push(visita)
  return {
    ...order,
    ...crew,
    ...amounts(planner, order, crew, day),
    day,
    eta,
    left,
    arrived,
    back,
    incidente,
  }
}

function amounts(
  { random, today }: Planner,
  { cliente, servicio, km }: Order,
  { camion }: Crew,
  day: number,
) {
  const load = 0.9 + random.next() * 0.25
  // Prices rise by four and a half percent a year.
  const inflation = 1.045 ** ((day - firstDay(today)) / 365)
  const precio = (servicio.base + servicio.porKm * km * load) * cliente.factor * inflation
  // There and back, and a little in town; more with a full load.
  const gallons = ((km * 2 + 8) / camion.rendimiento) * (0.93 + load * 0.08)
  return {
    precio: Math.round(precio / 5) * 5 + (random.happens(0.1) ? 0.5 : 0),
    combustible: random.happens(0.04) ? null : Math.round(gallons * 100) / 100,
    mercaderia: random.of((servicio.delCliente && cliente.mercaderias) || servicio.mercaderias),
  }
}
