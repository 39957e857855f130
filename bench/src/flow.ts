import type { Random } from '@flota/demo/random.ts'
import { sizes } from './dataset.ts'
import type { LoadCall } from './runLoad.ts'

/** A use case as a call of the product, and as one of the baseline if it has it. */
export interface Flow {
  name: string
  product: () => LoadCall
  baseline?: () => LoadCall
  /** Measured with one client only: with many, requests would still run while the next flow is measured. */
  isSingleClient?: true
}

/** Records that the calls refer to. */
export interface BenchData {
  rutas: number
  token: string
  /** Trips whose state their pilots change. */
  viajes: { id: number; token: string }[]
  /** The same trips as form values. */
  forms: ({ id: number; precio: number } & Record<string, unknown>)[]
  archivo: number
  nextNumber: number
}

/** Returns a function that cycles through the items. */
export const cycleThrough = <T>(all: T[]) => {
  let at = 0
  // Within bounds because of the modulo.
  return () => all[at++ % all.length] as T
}
export const cycleWords = (words: string[]) => cycleThrough(words.map((word) => encodeURIComponent(word)))

/** Returns builders of a user's calls of the product. */
export function callsOf(token: string) {
  const send = (method: LoadCall['method'], path: string, body?: unknown): LoadCall => {
    return { method, path: `/api${path}`, token, body }
  }
  return { send, get: (path: string) => send('GET', path) }
}

/** Returns the values that a new trip and the check before assigning share. */
export const tripBody = (random: Random) => ({
  cliente_id: random.between(1, sizes.clientes),
  mercaderia: 'Abarrotes',
  camion_id: random.between(1, sizes.camiones),
  origen: 'Guatemala',
  destino: 'Cobán',
  chofer_id: random.between(1, sizes.choferes),
  ayudante_id: random.between(1, sizes.ayudantes),
  hora: `${random.between(10, 18)}:30`,
})
