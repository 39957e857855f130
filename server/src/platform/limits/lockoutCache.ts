import { setTimeout as sleep } from 'node:timers/promises'

/** Login attempts within this many ms share one query. */
const batchWindowMs = 50
const maxRememberedLocks = 1000

/** Returns the seconds until the lock ends; 0 when it has ended. */
type CheckLock = () => Promise<number>

/**
 * Remembers the locks that this process has met, so that a locked login costs one query per 50 ms. The database still
 * decides: another process may have lifted the lock.
 */
export function lockoutCache() {
  const checks = new Map<string, CheckLock>()
  return {
    remember(key: string, check: CheckLock): void {
      const [oldest] = checks.keys()
      if (oldest !== undefined && checks.size >= maxRememberedLocks) checks.delete(oldest)
      checks.set(key, shareCalls(check))
    },
    /** Returns the seconds of the longest of these locks. */
    async wait(keys: string[]): Promise<number> {
      const waits = keys.map(async (key) => {
        const seconds = (await checks.get(key)?.()) ?? 0
        if (seconds === 0) checks.delete(key)
        return seconds
      })
      return Math.max(...(await Promise.all(waits)))
    },
  }
}

function shareCalls(check: CheckLock): CheckLock {
  let next: Promise<number> | undefined
  const checkLater = async () => {
    await sleep(batchWindowMs)
    // A later caller needs the state of a later moment.
    next = undefined
    return check()
  }
  return () => (next ??= checkLater())
}
