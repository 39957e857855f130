import { aPerson, aTelefono, type Nombre, nobodyElse } from './nombres.ts'
import type { Random } from './random.ts'
import type { Working } from './working.ts'

export interface Ayudante extends Nombre, Working {
  telefono: string
}

export interface Chofer extends Ayudante {
  tipo_licencia: string
  /** The day on which the licence expires. */
  vencimiento: number
}

/** The first ones have a telephone for the program; a volume of hundreds needs no hundreds of passwords. */
export const pilotsWithUser = 14

/** Licences to look after, in days from today: two have expired, four expire within the month. */
const near = [-24, -3, 4, 11, 19, 28]

/** `n` pilots and one who left. Who has no licence drives no more. */
export function makeChoferes(random: Random, today: number, n: number): Chofer[] {
  const taken = new Set<string>()
  return Array.from({ length: n + 1 }, (_, i) => {
    // The first two have users and have to be there; small companies have fewer licences to look after.
    const soon = i >= 3 && i % 2 === 1 && i < n ? near[(i - 3) / 2] : undefined
    const vencimiento = today + (soon ?? random.between(60, 1600))
    const left = i === n
    return {
      ...nobodyElse(taken, () => aPerson(random, 0.04)),
      id: i + 1,
      telefono: aTelefono(random),
      // Only the last of each ten drives nothing but panels.
      tipo_licencia: i % 10 === 9 ? 'B' : 'A',
      vencimiento,
      first: i > 5 && random.happens(0.15) ? today - random.between(40, 600) : 0,
      last: left ? today - 140 : vencimiento < today ? vencimiento : Number.POSITIVE_INFINITY,
      free: 0,
    }
  })
}

/** `n` helpers and one who left. */
export function makeAyudantes(random: Random, today: number, n: number): Ayudante[] {
  const taken = new Set<string>()
  return Array.from({ length: n + 1 }, (_, i) => ({
    ...nobodyElse(taken, () => aPerson(random, 0)),
    id: i + 1,
    telefono: aTelefono(random),
    first: 0,
    last: i === n ? today - 75 : Number.POSITIVE_INFINITY,
    free: 0,
  }))
}
