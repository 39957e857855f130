import { minutesADay } from './calendar.ts'
import type { Random } from './random.ts'

/** A person or truck: the days on which it works for the company, and the minute from which it is free. */
export interface Working {
  id: number
  first: number
  last: number
  free: number
}

/** How long one rests between two trips. */
export const pause = 15

export const works = ({ first, last }: Working, minute: number): boolean =>
  minute >= first * minutesADay && minute < (last + 1) * minutesADay

const isFree = (one: Working, minute: number) => one.free + pause <= minute && works(one, minute)

/** Anyone who is free at that minute and fits; who comes first is left to chance. */
export function findFree<T extends Working>(
  random: Random,
  all: readonly T[],
  minute: number,
  fits: (one: T) => boolean,
): T | undefined {
  const start = random.between(0, all.length - 1)
  const test = (one: T) => isFree(one, minute) && fits(one)
  return all.slice(start).find(test) ?? all.slice(0, start).find(test)
}

/** Who is free first, of those who work on that day and fit. */
export const findFirstFree = <T extends Working>(
  all: readonly T[],
  day: number,
  fits: (one: T) => boolean,
): T | undefined =>
  all
    .filter((one) => works(one, day * minutesADay) && fits(one))
    .reduce<T | undefined>((best, one) => (best && best.free <= one.free ? best : one), undefined)
