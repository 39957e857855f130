import type pg from 'pg'

/** PostgreSQL starts a process for each connection: of a hundred that are wanted at once every one comes too late. */
const maxParallelConnects = 2

/** A queue that is left after `patience` ms. */
function timeoutQueue(timeoutMs = 0) {
  const waiting = new Set<() => void>()
  const wait = <Taken>(take: () => Promise<Taken>) =>
    new Promise<Taken>((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(proceed)
        // The message that the pool gives for its own queue.
        reject(new Error('timeout exceeded when trying to connect'))
      }, timeoutMs)
      const proceed = () => {
        waiting.delete(proceed)
        clearTimeout(late)
        resolve(take())
      }
      waiting.add(proceed)
    })
  return { waiting, wait }
}

/**
 * Takes connections of a pool that makes few at a time: who would need one more gets the first that is made or given
 * back. As in the pool's own queue, nobody waits longer than its connectionTimeoutMillis.
 */
export function connectionThrottle(pool: pg.Pool) {
  const { max, connectionTimeoutMillis } = pool.options
  const { waiting, wait } = timeoutQueue(connectionTimeoutMillis)
  let connecting = 0
  const needsNewConnection = () => pool.totalCount < max && pool.idleCount <= pool.waitingCount
  const canProceed = () => connecting < maxParallelConnects || !needsNewConnection()

  async function open(): Promise<pg.PoolClient> {
    if (!needsNewConnection()) return pool.connect()
    connecting += 1
    try {
      return await pool.connect()
    } finally {
      connecting -= 1
      wakeWaiting()
    }
  }

  function wakeWaiting(): void {
    for (const go of waiting) {
      if (!canProceed()) return
      go()
    }
  }
  // It is idle only after this has been told.
  pool.on('release', () => queueMicrotask(wakeWaiting))

  return {
    open: () => (waiting.size === 0 && canProceed() ? open() : wait(open)),
    /** How many wait for a connection, here or in the pool's queue. */
    waiting: () => waiting.size + pool.waitingCount,
  }
}
