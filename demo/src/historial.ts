import type { RutaEstado } from '@flota/contract/estados.ts'
import type { Random } from './random.ts'
import type { Viaje } from './rutas.ts'

/** A change of a route's state; `usuario` is whose hand it was. */
export interface Change {
  minute: number
  estado: RutaEstado
  comentario: string | null
  usuario: number
}

const leaving = ['Saliendo de bodega', 'Cargado, saliendo', 'Ya voy en camino']
const arriving = ['Entregado sin novedad', 'Recibió el encargado de bodega', 'Firmada la nota de envío']

/** Who tells the program of a trip: the pilot with a telephone, else the clerk whom the others call. */
export interface Hands {
  clerk: number
  pilot: number | undefined
}

/** All that happens to a route from its creation on, in order, as far as `until` has come; nobody presses on the full minute. */
export function makeChanges(
  random: Random,
  viaje: Viaje,
  created: number,
  { clerk, pilot }: Hands,
  until: number,
) {
  const { left, arrived, incidente } = viaje
  // Only the pilot's call carries a comment (contract.md section 5).
  const said = (text: string | null) => (pilot === undefined ? null : text)
  const sometimes = (texts: string[]) => (random.happens(0.12) ? random.of(texts) : null)
  const usuario = pilot ?? clerk
  const changes: Change[] = [
    { minute: created, estado: 'Pendiente', comentario: null, usuario: clerk },
    { minute: left, estado: 'En curso', comentario: said(sometimes(leaving)), usuario },
  ]
  const delivered: Change = {
    minute: arrived,
    estado: 'Entregado',
    comentario: said(sometimes(arriving)),
    usuario,
  }
  if (incidente) {
    const { minute, delay, comentario, goesOn } = incidente
    changes.push({ minute, estado: 'Incidente', comentario: said(comentario), usuario })
    if (goesOn) {
      const moving: Change = { minute: minute + delay, estado: 'En curso', comentario: said(goesOn), usuario }
      changes.push(moving, delivered)
    }
  } else {
    changes.push(delivered)
  }
  return changes
    .filter(({ minute }) => minute <= until)
    .map((change) => ({ ...change, minute: change.minute - random.next() * 0.9 }))
}

const instructions = [
  'Entregar en bodega 3',
  'Llamar al cliente media hora antes',
  'Solo reciben de 8:00 a 12:00',
  'Llevar nota de envío firmada por triplicado',
  'Carga frágil, asegurar bien',
  'Cobrar contra entrega',
  'Preguntar por el encargado en garita',
  'Regresar con tarimas vacías',
  'Descargar en rampa 2; pedir al guardia que abra el portón de atrás porque el principal está en reparación',
]

/** What the office wrote on the route itself: most often nothing, and an incident that the pilot told by telephone. */
export function aComentario(random: Random, { incidente }: Viaje, changes: Change[]): string | null {
  const told = changes.some(({ estado, comentario }) => estado === 'Incidente' && comentario === null)
  if (incidente && told) return incidente.comentario
  return random.happens(0.3) ? random.of(instructions) : null
}
