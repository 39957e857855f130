import { setImmediate } from 'node:timers/promises'

/** Milliseconds that everybody else waits at most. */
const maxBlockMs = 8

/** To be called between the steps of something long: others come in between. */
export function cooperativeYield(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxBlockMs) return
    await setImmediate()
    since = performance.now()
  }
}

/** In parts of so many. */
export function* inChunks<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}
