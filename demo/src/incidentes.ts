import { dayOfMinute, monthOf } from './calendar.ts'
import data from './data/viajes.json' with { type: 'json' }
import { lastRoad } from './lugares.ts'
import type { Random } from './random.ts'

/** `en el km 88 de la CA-1 Occidente`: somewhere on the way, and never inside the capital. */
function randomKilometre(random: Random, origen: string, destino: string): string {
  // The way to the farther of the two ends with the road to it, wherever it begins.
  const { via, from, to } = [lastRoad(origen), lastRoad(destino)].reduce((a, b) => (b.to > a.to ? b : a))
  if (to < 12) return 'en el Anillo Periférico'
  return `en el km ${random.between(from + 1, to)} de ${via.startsWith('la ') ? via : `la ${via}`}`
}

type TripLeg = { origen: string; destino: string; left: number; arrived: number }

/** What stopped a trip on its way; `atTheDoor` is how often it does so where it unloads. */
export function anIncidente(random: Random, trip: TripLeg, destinationShare = 0.2) {
  const { origen, destino, left, arrived } = trip
  const isAtDestination = random.happens(destinationShare)
  const rains = [4, 5, 6, 7, 8, 9].includes(monthOf(dayOfMinute(left)))
  const where = isAtDestination
    ? ['destino', /^(Puerto|Santo Tomás)/.test(destino) && 'puerto']
    : ['camino', rains && 'lluvia']
  const kind = random.of(data.incidentes.filter(({ donde }) => where.includes(donde)))
  const place = randomKilometre(random, origen, destino)
  return {
    /** When the pilot told of it, and how many minutes it held the trip up. */
    minute: isAtDestination ? arrived : left + Math.round((arrived - left) * (0.25 + random.next() * 0.6)),
    delay: random.between(Math.round(kind.demora / 3), kind.demora),
    causa: kind.causa,
    lugar: isAtDestination ? destino : place.replace(/^en el /, ''),
    comentario: kind.texto.replace('{lugar}', place),
    /** What the pilot wrote when it went on; null where the trip ended there. */
    goesOn: random.happens(kind.termina) ? null : (kind.sigue ?? 'Sigo en ruta'),
    repair: kind.taller,
  }
}
