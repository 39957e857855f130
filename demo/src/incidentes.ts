import { dayOfMinute, monthOf } from './calendar.ts'
import { findLugar } from './lugares.ts'
import type { Random } from './random.ts'

export interface Incidente {
  /** When the pilot told of it, and how many minutes it held the trip up. */
  minute: number
  delay: number
  comentario: string
  /** What the pilot wrote when it went on; null where the trip ended there. */
  goesOn: string | null
  /** The truck has to go to the workshop for it. */
  repair?: string
}

interface Kind {
  text: (road: string) => string
  /** In minutes, at most. */
  delay: number
  ends: number
  goesOn?: string
  repair?: string
  months?: readonly number[]
}

const rains = [5, 6, 7, 8, 9, 10]

const onTheRoad: Kind[] = [
  {
    text: (road) => `Ponchadura ${road}, cambiando llanta`,
    delay: 90,
    ends: 0,
    goesOn: 'Llanta cambiada, sigo en ruta',
  },
  { text: (road) => `Retén de la PNC ${road}, revisando papeles y carga`, delay: 60, ends: 0 },
  {
    text: (road) => `Bloqueo de manifestantes ${road}, no hay paso`,
    delay: 300,
    ends: 0.25,
    goesOn: 'Ya abrieron el paso',
  },
  { text: (road) => `Choque de otros vehículos ${road}, un solo carril`, delay: 150, ends: 0 },
  {
    text: (road) => `Se calentó el motor ${road}, esperando al mecánico`,
    delay: 240,
    ends: 0.6,
    repair: 'Revisión del sistema de enfriamiento y cambio de termostato',
  },
  {
    text: (road) => `Fallaron los frenos ${road}, camión orillado`,
    delay: 240,
    ends: 0.8,
    repair: 'Reparación de frenos: fajas, tambores y compresor',
  },
  {
    text: (road) => `Derrumbe ${road}, carretera cerrada`,
    delay: 360,
    ends: 0.3,
    goesOn: 'Limpiaron el derrumbe, hay paso',
    months: rains,
  },
  {
    text: (road) => `Derrumbe ${road}, carretera cerrada. Provial dice que abren un carril por la tarde`,
    delay: 300,
    ends: 0.2,
    goesOn: 'Abrieron un carril',
    months: rains,
  },
  {
    text: (road) => `Carretera inundada ${road}, esperando que baje el agua`,
    delay: 240,
    ends: 0.2,
    months: rains,
  },
]
const atTheEnd: Kind[] = [
  { text: () => 'Bodega del cliente cerrada, nadie recibe', delay: 120, ends: 0.7 },
  { text: () => 'El cliente rechazó parte de la carga por empaque dañado', delay: 60, ends: 0.8 },
  {
    text: () => 'Báscula del puerto marca sobrepeso, hay que bajar carga',
    delay: 180,
    ends: 0.2,
    goesOn: 'Peso correcto, autorizaron la salida',
  },
]

/** `en el km 88 de la CA-1 Occidente`: somewhere on the way, and never inside the capital. */
function roadOf(random: Random, origen: string, destino: string): string {
  const [far, other] = [findLugar(origen), findLugar(destino)].sort((a, b) => b.kilometro - a.kilometro)
  if (!far || !other || far.kilometro < 12) return 'en el Anillo Periférico'
  // The way to the farther of the two ends with the road to it, wherever it begins.
  return `en el km ${random.between(far.kilometro - far.km + 1, far.kilometro)} de ${article(far.via)}`
}

const article = (via: string) => (via.startsWith('la ') ? via : `la ${via}`)

interface Stretch {
  origen: string
  destino: string
  from: number
  to: number
}

/**
 * What stopped a trip between its departure and its arrival.
 * @param atTheDoor how often it does so where it unloads
 */
export function anIncidente(
  random: Random,
  { origen, destino, from, to }: Stretch,
  atTheDoor = 0.2,
): Incidente {
  const month = monthOf(dayOfMinute(from))
  const last = random.happens(atTheDoor)
  const toPort = destino.startsWith('Puerto') || destino.startsWith('Santo Tomás')
  const kinds = last ? (toPort ? atTheEnd : atTheEnd.slice(0, 2)) : onTheRoad
  const { text, delay, ends, goesOn, repair } = random.of(
    kinds.filter(({ months }) => months === undefined || months.includes(month)),
  )
  const minute = last ? to : from + Math.round((to - from) * (0.25 + random.next() * 0.6))
  return {
    minute,
    delay: random.between(Math.round(delay / 3), delay),
    comentario: text(roadOf(random, origen, destino)),
    goesOn: random.happens(ends) ? null : (goesOn ?? 'Sigo en ruta'),
    ...(repair !== undefined && { repair }),
  }
}
