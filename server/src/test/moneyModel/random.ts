/** Pseudo-random numbers of a seed (Mulberry32). */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a number from 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  below = (n: number): number => Math.floor(this.next() * n)
  chance = (share: number): boolean => this.next() < share

  /** Returns a random item. @throws {Error} if there is none */
  pick<T>(all: readonly T[]): T {
    const one = all[this.below(all.length)]
    if (one === undefined) throw new Error('pick: the list is empty')
    return one
  }
}
