import { minutesADay } from './calendar.ts'
import type { Random } from './random.ts'

/** A person or truck: the days on which it works for the company, and the minute from which it is free. */
export interface Working {
  id: number
  first: number
  last: number
  free: number
  gone: boolean
}

type Named = { nombre: string; apellido: string } | { placa: string }

export const calledAs = (one: Named): string => ('placa' in one ? one.placa : `${one.nombre} ${one.apellido}`)

/** `n` that are made one by one; no two have the same name, and they work always unless `make` says otherwise. */
export function crowd<T extends Named>(n: number, make: (i: number) => T): (Working & T)[] {
  const taken = new Set<string>()
  const another = (i: number): T => {
    for (;;) {
      const one = make(i)
      if (taken.has(calledAs(one))) continue
      taken.add(calledAs(one))
      return one
    }
  }
  const always = { first: 0, last: Number.POSITIVE_INFINITY, free: 0, gone: false }
  return Array.from({ length: n }, (_, i) => ({ id: i + 1, ...always, ...another(i) }))
}

/** Minutes of rest between two trips. */
export const pause = 15

export const works = ({ first, last }: Working, minute: number): boolean =>
  minute >= first * minutesADay && minute < (last + 1) * minutesADay

export const isFree = (one: Working, minute: number): boolean => one.free + pause <= minute

/** Any of those who work at that minute and fit: one who is free, left to chance, else who will be first. */
export function findWorking<T extends Working>(
  random: Random,
  all: readonly T[],
  minute: number,
  fits: (one: T) => boolean,
): T | undefined {
  const start = random.between(0, all.length - 1)
  const test = (one: T) => isFree(one, minute) && works(one, minute) && fits(one)
  const free = all.slice(start).find(test) ?? all.slice(0, start).find(test)
  if (free) return free
  const busy = all.filter((one) => works(one, minute) && fits(one))
  return busy.reduce<T | undefined>((best, one) => (best && best.free <= one.free ? best : one), undefined)
}
