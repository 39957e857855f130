/** Does work when its turn has come, and gives the turn back when the work ends or is left. */
type InTurn = <T>(gone: AbortSignal, work: () => AsyncIterable<T>) => AsyncGenerator<T>

export interface Load {
  running: number
  waiting: number
}

export function turnsOfEach<Who>(atOnce: number, load: Load): (who: Who) => InTurn {
  const all = new Map<Who, InTurn>()
  return (who) => {
    const own = all.get(who) ?? turns(atOnce, load)
    all.set(who, own)
    return own
  }
}

export const noLoad = (): Load => ({ running: 0, waiting: 0 })

/**
 * At most `atOnce` run, the others wait in the order they came; whoever is gone waits no more. `load` is counted
 * up and down, also by several who share it.
 */
export function turns(atOnce: number, load = noLoad()): InTurn {
  const { take, giveBack } = queue(atOnce)
  return async function* <T>(gone: AbortSignal, work: () => AsyncIterable<T>) {
    load.waiting += 1
    await take(gone).finally(() => load.waiting--)
    load.running += 1
    try {
      yield* work()
    } finally {
      load.running -= 1
      giveBack()
    }
  }
}

function queue(atOnce: number) {
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
  return { take, giveBack }
}
