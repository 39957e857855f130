/** Does work when its turn has come, and gives the turn back when the work ends or is left. */
type RunLimited = <T>(gone: AbortSignal, work: () => AsyncIterable<T>) => AsyncGenerator<T>

export interface QueueLoad {
  running: number
  waiting: number
}

export function concurrencyLimitPerKey<Who>(
  maxConcurrent: number,
  load: QueueLoad,
): (who: Who) => RunLimited {
  const all = new Map<Who, RunLimited>()
  return (who) => {
    const own = all.get(who) ?? concurrencyLimit(maxConcurrent, load)
    all.set(who, own)
    return own
  }
}

export const emptyLoad = (): QueueLoad => ({ running: 0, waiting: 0 })

/**
 * At most `atOnce` run, the others wait in the order they came; whoever is gone waits no more. `load` is counted
 * up and down, also by several who share it.
 */
export function concurrencyLimit(maxConcurrent: number, load = emptyLoad()): RunLimited {
  const { take, giveBack } = semaphore(maxConcurrent)
  return async function* <T>(signal: AbortSignal, work: () => AsyncIterable<T>) {
    load.waiting += 1
    await take(signal).finally(() => load.waiting--)
    load.running += 1
    try {
      yield* work()
    } finally {
      load.running -= 1
      giveBack()
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
  return { take: acquire, giveBack: release }
}
