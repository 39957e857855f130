/** Random numbers that are the same at every run: a seed gives one sequence for ever. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** A whole number, both ends included. */
  between(min: number, max: number): number
  happens(probability: number): boolean
  of<T>(list: readonly T[]): T
}

const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash
}

/** mulberry32. Each `topic` has a sequence of its own, so that a change of one does not move the others. */
export function createRandom(seed: number, topic: string): Random {
  let state = (seed ^ hashOf(topic)) | 0
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

/** Draws from a list where some come more often; in logarithmic time, for lists of thousands. */
export function weighted<T>(list: readonly T[], weight: (item: T) => number): (random: Random) => T {
  let sum = 0
  const sums = list.map((item) => {
    sum += weight(item)
    return sum
  })
  return (random) => {
    const wanted = random.next() * sum
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? sum) > wanted) high = middle
      else low = middle + 1
    }
    return random.of(list.slice(low, low + 1))
  }
}
