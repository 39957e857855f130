import type { LoadCall } from './runLoad.ts'

/** A work that people do, as a call of the product and, where the floor has it, one of the floor. */
export interface Flow {
  name: string
  product: () => LoadCall
  floor?: () => LoadCall
  /** One person at a time asks for it: many at once would still be answered while the next flow is measured. */
  isRare?: true
}

/** What the calls need to know of the database. */
export interface BenchData {
  rutas: number
  token: string
  /** Routes whose state their pilots change. */
  viajes: { id: number; token: string }[]
  /** The same routes as a form sends them. */
  forms: ({ id: number; precio: number } & Record<string, unknown>)[]
  /** A photo that is shown. */
  archivo: number
  /** The number after the highest. */
  nextNumber: number
}

/** One after the other, over and over. */
export const cycleThrough = <T>(all: T[]) => {
  let at = 0
  // The index lies in the list.
  return () => all[at++ % all.length] as T
}
