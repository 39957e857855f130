import type pg from 'pg'

/** PostgreSQL starts a process for each connection: of a hundred that are wanted at once every one comes too late. */
const atATime = 2

/** A queue that is left after `patience` ms. */
function queue(patience = 0) {
  const waiting = new Set<() => void>()
  const wait = <Taken>(take: () => Promise<Taken>) =>
    new Promise<Taken>((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(go)
        // The message that the pool gives for its own queue.
        reject(new Error('timeout exceeded when trying to connect'))
      }, patience)
      const go = () => {
        waiting.delete(go)
        clearTimeout(late)
        resolve(take())
      }
      waiting.add(go)
    })
  return { waiting, wait }
}

/**
 * Takes connections of a pool that makes few at a time: who would need one more gets the first that is made or given
 * back. As in the pool's own queue, nobody waits longer than its connectionTimeoutMillis.
 */
export function opening(pool: pg.Pool) {
  const { max, connectionTimeoutMillis } = pool.options
  const { waiting, wait } = queue(connectionTimeoutMillis)
  let making = 0
  const isToBeMade = () => pool.totalCount < max && pool.idleCount <= pool.waitingCount
  const mayGo = () => making < atATime || !isToBeMade()

  async function open(): Promise<pg.PoolClient> {
    if (!isToBeMade()) return pool.connect()
    making += 1
    try {
      return await pool.connect()
    } finally {
      making -= 1
      admit()
    }
  }

  function admit(): void {
    for (const go of waiting) {
      if (!mayGo()) return
      go()
    }
  }
  // It is idle only after this has been told.
  pool.on('release', () => queueMicrotask(admit))

  return {
    open: () => (waiting.size === 0 && mayGo() ? open() : wait(open)),
    /** How many wait for a connection, here or in the pool's queue. */
    waiting: () => waiting.size + pool.waitingCount,
  }
}
