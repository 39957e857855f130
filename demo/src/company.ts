import { activityOf, dayOfMinute, minutesADay } from './calendar.ts'
import { makeCamiones } from './camiones.ts'
import { makeClientes } from './clientes.ts'
import { anIncidente } from './incidentes.ts'
import { makeAyudantes, makeChoferes, pilotsWithUser } from './personal.ts'
import { firstDay, planDays } from './plan.ts'
import { createRandom } from './random.ts'
import { type Company, createPlanner, etasOf, planTrip, type Viaje } from './rutas.ts'

export interface Size {
  seed: number
  /** The number of today's day. */
  today: number
  /** How many routes the lists show. */
  rutas: number
}

export interface Demo extends Company {
  viajes: Viaje[]
  /** Viajes that somebody deleted, by their place in the list. */
  deleted: Set<number>
  /** The minute of today as which the company is shown: some trips done, some on the road, some to come. */
  moment: number
}

const size = (n: number, least: number, most = Number.POSITIVE_INFINITY) =>
  Math.min(most, Math.max(least, Math.ceil(n)))

/** A company, its past two years and its next days: the same for the same seed, day and number of routes. */
export function makeDemo({ seed, today, rutas }: Size): Demo {
  const random = (topic: string) => createRandom(seed, topic)
  const extra = Math.min(6, Math.floor(rutas / 50))
  const days = planDays(random('días'), today, rutas + extra)
  const busiest = days.reduce((a, b) => Math.max(a, b), 0)
  const pilots = size(busiest * 1.05 + 2, 8)
  const company: Company = {
    clientes: makeClientes(random('clientes'), today, size(rutas / 120, 14, 2000)),
    camiones: makeCamiones(random('camiones'), today, size(pilots * 1.1, 9)),
    choferes: makeChoferes(random('choferes'), today, pilots),
    ayudantes: makeAyudantes(random('ayudantes'), today, size(pilots * 0.6, 5)),
    visitas: [],
  }
  const viajes = drive(seed, today, company, days)
  const moment = momentOfToday(today, viajes)
  stopOne(seed, viajes, today, moment)
  return { ...company, viajes, deleted: pickDeleted(seed, viajes, today, extra), moment }
}

/** Day by day: what nobody was free for is driven on the next. */
function drive(seed: number, today: number, company: Company, days: number[]): Viaje[] {
  const random = createRandom(seed, 'rutas')
  const planner = createPlanner(random, company, today)
  const viajes: Viaje[] = []
  const total = days.reduce((a, b) => a + b, 0)
  let left = 0
  for (let i = 0; viajes.length < total; i++) {
    const day = firstDay(today) + i
    if (activityOf(day) > 0) {
      const trips = etasOf(random, day, (days[i] ?? 0) + left).flatMap(
        (eta) => planTrip(planner, day, eta) ?? [],
      )
      left += (days[i] ?? 0) - trips.length
      viajes.push(...trips)
    }
  }
  return viajes
}

/** As soon as four in ten of today's trips have arrived; noon where there is none. */
function momentOfToday(today: number, viajes: Viaje[]): number {
  const arrivals = viajes.filter(({ day }) => day === today).map(({ arrived }) => arrived)
  arrivals.sort((a, b) => a - b)
  const moment = arrivals[Math.ceil(arrivals.length * 0.4) - 1]
  return moment === undefined ? today * minutesADay + 720 : moment + 1
}

/** One of those on the road has just met with something: what the office has to see. */
function stopOne(seed: number, viajes: Viaje[], today: number, moment: number): void {
  const random = createRandom(seed, 'hoy')
  const onTheRoad = viajes.filter(
    ({ day, left, arrived }) => day === today && left + 20 < moment && arrived > moment,
  )
  // Told by somebody who can write it himself, where there is one.
  const viaje = onTheRoad.findLast(({ chofer }) => chofer.id <= pilotsWithUser) ?? onTheRoad.at(-1)
  if (!viaje || onTheRoad.length < 2) return
  const incidente = anIncidente(random, { ...viaje, from: viaje.left, to: viaje.arrived }, 0)
  viaje.incidente = { ...incidente, minute: moment - random.between(3, 12), goesOn: null }
}

/** Typed twice, or cancelled by the client: of the past two months, one each few days. */
function pickDeleted(seed: number, viajes: Viaje[], today: number, n: number): Set<number> {
  const random = createRandom(seed, 'papelera')
  const recent = viajes.flatMap(({ day, arrived }, i) =>
    day > today - 60 && dayOfMinute(arrived) < today ? [i] : [],
  )
  const deleted = new Set<number>()
  while (deleted.size < Math.min(n, recent.length)) deleted.add(random.of(recent))
  return deleted
}
