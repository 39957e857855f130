import { createHash } from 'node:crypto'

export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** A whole number, both ends included. */
  between(min: number, max: number): number
  happens(probability: number): boolean
  of<T>(list: readonly T[]): T
}

/** mulberry32. Each `topic` has a sequence of its own, so that a change of one does not move the others. */
export function createRandom(seed: number, topic: string): Random {
  let state = createHash('sha256').update(`${seed} ${topic}`).digest().readInt32LE()
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    happens: (probability) => next() < probability,
    of: <T>(list: readonly T[]) => {
      if (list.length === 0) throw new Error('nothing to choose from')
      // The index lies in the list; an element may itself be undefined.
      return list[between(0, list.length - 1)] as T
    },
  }
}
