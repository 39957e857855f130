import { minutesADay } from './calendar.ts'
import type { Random } from './random.ts'

/** A person or truck: the days on which it works for the company, and the minute from which it is free. */
export interface Availability {
  id: number
  first: number
  last: number
  free: number
  gone: boolean
}

type Named = { nombre: string; apellido: string } | { placa: string }

export const displayName = (one: Named): string =>
  'placa' in one ? one.placa : `${one.nombre} ${one.apellido}`

/** `n` that are made one by one; no two have the same name, and they work always unless `make` says otherwise. */
export function makeUnique<T extends Named>(n: number, make: (i: number) => T): (Availability & T)[] {
  const taken = new Set<string>()
  const another = (i: number): T => {
    for (;;) {
      const one = make(i)
      if (taken.has(displayName(one))) continue
      taken.add(displayName(one))
      return one
    }
  }
  const alwaysAvailable = { first: 0, last: Number.POSITIVE_INFINITY, free: 0, gone: false }
  return Array.from({ length: n }, (_, i) => ({ id: i + 1, ...alwaysAvailable, ...another(i) }))
}

/** Minutes of rest between two trips. */
export const minRestMinutes = 15

export const worksAt = ({ first, last }: Availability, minute: number): boolean =>
  minute >= first * minutesADay && minute < (last + 1) * minutesADay

export const isFreeAt = (one: Availability, minute: number): boolean => one.free + minRestMinutes <= minute

/** Any of those who work at that minute and fit: one who is free, left to chance, else who will be first. */
export function findAvailable<T extends Availability>(
  random: Random,
  all: readonly T[],
  minute: number,
  fits: (one: T) => boolean,
): T | undefined {
  const start = random.between(0, all.length - 1)
  const test = (one: T) => isFreeAt(one, minute) && worksAt(one, minute) && fits(one)
  const free = all.slice(start).find(test) ?? all.slice(0, start).find(test)
  if (free) return free
  const busy = all.filter((one) => worksAt(one, minute) && fits(one))
  return busy.reduce<T | undefined>((best, one) => (best && best.free <= one.free ? best : one), undefined)
}
