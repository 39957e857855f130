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
