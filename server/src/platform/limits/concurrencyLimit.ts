/** Runs work in its turn, which ends with the work or when its consumer stops. */
type RunLimited = <T>(disconnected: AbortSignal, work: () => AsyncIterable<T>) => AsyncGenerator<T>

export interface QueueLoad {
  running: number
  waiting: number
}

export const emptyLoad = (): QueueLoad => ({ running: 0, waiting: 0 })

export function concurrencyLimitPerKey<Key>(
  maxConcurrent: number,
  load: QueueLoad,
): (key: Key) => RunLimited {
  const limits = new Map<Key, RunLimited>()
  return (key) => {
    const limit = limits.get(key) ?? concurrencyLimit(maxConcurrent, load)
    limits.set(key, limit)
    return limit
  }
}

/** Returns a first-in, first-out limit. An aborted signal leaves the queue. Several limits may share `load`. */
export function concurrencyLimit(maxConcurrent: number, load = emptyLoad()): RunLimited {
  const { acquire, release } = semaphore(maxConcurrent)
  return async function* <T>(signal: AbortSignal, work: () => AsyncIterable<T>) {
    load.waiting += 1
    await acquire(signal).finally(() => load.waiting--)
    load.running += 1
    try {
      yield* work()
    } finally {
      load.running -= 1
      release()
    }
  }
}

function semaphore(maxConcurrent: number) {
  let free = maxConcurrent
  const waiting = new Set<() => void>()

  const acquire = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    if (free > 0) {
      free -= 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const abortWait = () => {
      waiting.delete(resolve)
      reject(signal.reason)
    }
    waiting.add(resolve)
    signal.addEventListener('abort', abortWait)
    await promise.finally(() => signal.removeEventListener('abort', abortWait))
  }

  const release = () => {
    const [next] = waiting
    if (!next) free += 1
    else {
      waiting.delete(next)
      next()
    }
  }
  return { acquire, release }
}
