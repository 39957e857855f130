import { setTimeout as sleep } from 'node:timers/promises'

/** Callers within this many ms share one answer. */
const batchWindowMs = 50
/** The oldest is forgotten for a new one. */
const maxRememberedLocks = 1000

/** Seconds until it is open; 0 when it is. */
type CheckLock = () => Promise<number>

/**
 * Which locks this process has met. They are hints: the database is asked again, once for all who came in 50 ms,
 * for a lock may have been lifted elsewhere. Whoever has none is looked at as ever.
 */
export function lockoutCache() {
  const asks = new Map<string, CheckLock>()
  return {
    remember(key: string, ask: CheckLock): void {
      const [oldest] = asks.keys()
      if (oldest !== undefined && asks.size >= maxRememberedLocks) asks.delete(oldest)
      asks.set(key, shareCalls(ask))
    },
    /** Of these locks the longest. */
    async wait(keys: string[]): Promise<number> {
      const waits = keys.map(async (key) => {
        const left = (await asks.get(key)?.()) ?? 0
        if (left === 0) asks.delete(key)
        return left
      })
      return Math.max(...(await Promise.all(waits)))
    },
  }
}

function shareCalls(ask: CheckLock): CheckLock {
  let next: Promise<number> | undefined
  const askLater = async () => {
    await sleep(batchWindowMs)
    // Whoever comes from here on must not be told of a moment before.
    next = undefined
    return ask()
  }
  return () => {
    next ??= askLater()
    return next
  }
}
