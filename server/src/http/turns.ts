/** Does work when its turn has come, and gives the turn back when the work ends or is left. */
export type InTurn = <T>(gone: AbortSignal, work: () => AsyncIterable<T>) => AsyncGenerator<T>

export function turnsOfEach<Who>(atOnce: number): (who: Who) => InTurn {
  const all = new Map<Who, InTurn>()
  return (who) => {
    const own = all.get(who) ?? turns(atOnce)
    all.set(who, own)
    return own
  }
}

/** At most `atOnce` run, the others wait in the order they came; whoever is gone waits no more. */
export function turns(atOnce: number): InTurn {
  let free = atOnce
  const waiting = new Set<() => void>()

  const take = async (gone: AbortSignal): Promise<void> => {
    gone.throwIfAborted()
    if (free > 0) {
      free -= 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      waiting.delete(resolve)
      reject(gone.reason)
    }
    waiting.add(resolve)
    gone.addEventListener('abort', leave)
    await promise.finally(() => gone.removeEventListener('abort', leave))
  }

  const giveBack = () => {
    const [next] = waiting
    if (!next) free += 1
    else {
      waiting.delete(next)
      next()
    }
  }

  return async function* <T>(gone: AbortSignal, work: () => AsyncIterable<T>) {
    await take(gone)
    try {
      yield* work()
    } finally {
      giveBack()
    }
  }
}
