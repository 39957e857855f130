import { activityOf, dayOfMinute, minutesADay } from './calendar.ts'
import { type Cliente, makeAyudantes, makeCamiones, makeChoferes, makeClientes } from './catalogos.ts'
import { anIncidente } from './incidentes.ts'
import { addOvernightTrips, doubleBookTruck } from './overnightTrips.ts'
import { createRandom, type Random } from './random.ts'
import { type Company, type DemoTrip, type Planner, planTrip } from './viajes.ts'

export type Demo = ReturnType<typeof makeDemo>

/** The first ones have a telephone for the program; a volume of hundreds needs no hundreds of passwords. */
export const pilotsWithUser = 14

/** The same company for the same seed, `today` (the number of a day) and `rutas` (how many the lists show). */
export function makeDemo({ seed, today, rutas }: { seed: number; today: number; rutas: number }) {
  const random = (topic: string) => createRandom(seed, topic)
  const firstDay = today - 730
  const extra = Math.min(6, Math.floor(rutas / 50))
  const days = planDays(random('días'), firstDay, rutas + extra)
  const busiest = days.reduce((a, b) => Math.max(a, b), 0)
  const pilots = Math.max(8, Math.ceil(busiest * 1.05 + 2))
  const company: Company = {
    clientes: makeClientes(random('clientes'), today, Math.min(2000, Math.max(14, Math.ceil(rutas / 120)))),
    camiones: makeCamiones(random('camiones'), today, Math.max(9, Math.ceil(pilots * 1.1))),
    choferes: makeChoferes(random('choferes'), today, pilots),
    ayudantes: makeAyudantes(random('ayudantes'), today, Math.max(5, Math.ceil(pilots * 0.6))),
    visitas: [],
  }
  const callers = company.clientes.flatMap((one) => Array<Cliente>(Math.ceil(one.weight * 50)).fill(one))
  const viajes = planTrips({ random: random('rutas'), company, weightedClientes: callers, firstDay }, days)
  const moment = momentOfToday(today, viajes)
  addOvernightTrips(viajes, today, moment)
  const twice = doubleBookTruck(viajes, moment)
  addOpenIncident(random('hoy'), viajes, today, moment)
  const deleted = pickDeleted(random('papelera'), viajes, today, extra)
  return { ...company, today, firstDay, viajes, deleted, moment, twice, random }
}

/** What is planned already for the next days: less each day. */
const plannedShares = [0.75, 0.5, 0.3, 0.15]

/** How many trips each day has; `n` in all. The company grows a little, and no two days are alike. */
function planDays(random: Random, firstDay: number, n: number): number[] {
  const weights = Array.from({ length: 731 + plannedShares.length }, (_, i) => {
    const plannedShare = plannedShares[i - 731] ?? 1
    return activityOf(firstDay + i) * plannedShare * (0.9 + (0.2 * i) / 730) * (0.85 + random.next() * 0.3)
  })
  const sum = weights.reduce((a, b) => a + b, 0)
  let passed = 0
  return weights.map((weight) => {
    const before = Math.round((passed / sum) * n)
    passed += weight
    return Math.round((passed / sum) * n) - before
  })
}

/** Day by day: what nobody was free for is driven on the next. */
function planTrips(planner: Planner, days: number[]): DemoTrip[] {
  const total = days.reduce((a, b) => a + b, 0)
  const viajes: DemoTrip[] = []
  let plannedTrips = 0
  for (let i = 0; viajes.length < total; i++) {
    const day = planner.firstDay + i
    plannedTrips += days[i] ?? 0
    if (activityOf(day) === 0) continue
    const etas = randomEtas(planner.random, day, plannedTrips - viajes.length)
    viajes.push(...etas.flatMap((eta) => planTrip(planner, day, eta) ?? []))
  }
  return viajes
}

/** When clients expect their trips: most in the morning, in quarters of an hour, in order. */
const randomEtas = (random: Random, day: number, n: number): number[] =>
  Array.from({ length: n }, () => {
    const quarter = random.happens(0.65) ? random.between(22, 48) : random.between(44, 74)
    return day * minutesADay + quarter * 15
  }).sort((a, b) => a - b)

/** The minute as which the company is shown: four in ten of today's trips have arrived; noon where there is none. */
function momentOfToday(today: number, viajes: DemoTrip[]): number {
  const arrivals = viajes
    .flatMap(({ day, arrived }) => (day === today ? [arrived] : []))
    .sort((a, b) => a - b)
  const moment = arrivals[Math.ceil(arrivals.length * 0.4) - 1]
  return moment === undefined ? today * minutesADay + 720 : moment + 1
}

function addOpenIncident(random: Random, viajes: DemoTrip[], today: number, moment: number): void {
  const tripsUnderWay = viajes.filter(
    ({ day, left, arrived }) => day === today && left + 20 < moment && arrived > moment,
  )
  // Told by somebody who can write it himself, where there is one.
  const viaje = tripsUnderWay.findLast(({ chofer }) => chofer.id <= pilotsWithUser) ?? tripsUnderWay.at(-1)
  if (!viaje || tripsUnderWay.length < 2) return
  viaje.incidente = { ...anIncidente(random, viaje, 0), minute: moment - random.between(3, 12), goesOn: null }
}

/** Typed twice, or cancelled by the client: of the past two months, by their place in the list. */
function pickDeleted(random: Random, viajes: DemoTrip[], today: number, n: number): Set<number> {
  const isRecent = ({ day, arrived }: DemoTrip) => day > today - 60 && dayOfMinute(arrived) < today
  const recent = viajes.flatMap((viaje, i) => (isRecent(viaje) ? [i] : []))
  const deleted = new Set<number>()
  while (deleted.size < Math.min(n, recent.length)) deleted.add(random.of(recent))
  return deleted
}
