import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** PostgreSQL starts a process for each connection: opening 100 at once would delay them all. */
const maxParallelConnects = 2
/** Queue that a caller leaves after `timeoutMs`. */
function timeoutQueue(timeoutMs = 0) {
  const waiting = new Set<() => void>()
  const enqueue = <T>(work: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(proceed)
        // The message of pg-pool's own queue.
        reject(new Error('timeout exceeded when trying to connect'))
      }, timeoutMs)
      const proceed = () => {
        waiting.delete(proceed)
        clearTimeout(timer)
        resolve(work())
      }
      waiting.add(proceed)
    })
  return { waiting, enqueue }
}

/**
 * Limits how many connections a pool opens in parallel. A waiting caller gets the first connection that is opened or
 * released, and times out after the pool's connectionTimeoutMillis.
 */
function throttleConnects(pool: pg.Pool) {
  const { max, connectionTimeoutMillis } = pool.options
  const { waiting, enqueue } = timeoutQueue(connectionTimeoutMillis)
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
    for (const proceed of waiting) {
      if (!canProceed()) return
      proceed()
    }
  }
  // The pool counts the connection as idle only after this event.
  pool.on('release', () => queueMicrotask(wakeWaiting))

  return {
    open: () => (waiting.size === 0 && canProceed() ? open() : enqueue(open)),
    waitingCount: () => waiting.size + pool.waitingCount,
  }
}

const isOutOfConnections = (error: unknown) => error instanceof pg.DatabaseError && error.code === '53300'

/** Retries while the server has no connection left: another of our own may become free. */
async function retryWhenFull(open: () => Promise<pg.PoolClient>, timeoutMs = 0): Promise<pg.PoolClient> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!isOutOfConnections(error) || performance.now() > deadline) throw error
      await sleep(5 + Math.random() * 20)
    }
  }
}

/** Queues callers for a pool's connections. */
export function connectionQueue(pool: pg.Pool) {
  const { open, waitingCount } = throttleConnects(pool)
  return {
    connection: () => retryWhenFull(open, pool.options.connectionTimeoutMillis),
    waitingCount,
  }
}
