import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { queryBatch, toQueryConfig } from './batch.ts'
import { connectionThrottle } from './connectionQueue.ts'
import type { Statement } from './sql.ts'

export interface PooledConnection {
  /** `queries` of Db. */
  queryBatch: (statements: readonly Statement[]) => Promise<pg.QueryResult[]>
  /** Fails, and the connection with it, when the database says nothing for as long as one may wait. */
  query: (statement: Statement) => Promise<pg.QueryResult>
  /** Says that it can't be lent again. */
  discard: (error: Error) => void
  release: () => void
}

/** Cuts it off without a word to the other side, which may never hear it. */
const destroySocket = (client: pg.PoolClient) => {
  // The pool makes them of pg's own Client, of which its type tells less.
  ;(client as unknown as pg.Client).connection.stream.destroy()
}

/** A call asks two or three times: with this many ms in the queue each time it is not served within about 2 s. */
const maxQueueWaitMs = 350
/** What 64 clients ask for at once is never too much. */
const minQueueLength = 128

const isOutOfConnections = (error: unknown) => error instanceof pg.DatabaseError && error.code === '53300'

/** Where the database takes no more connections, as with many programs, one of ours may come free in time. */
async function retryWhenFull(open: () => Promise<pg.PoolClient>, timeoutMs = 0): Promise<pg.PoolClient> {
  const until = performance.now() + timeoutMs
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!isOutOfConnections(error) || performance.now() > until) throw error
      await sleep(5 + Math.random() * 20)
    }
  }
}

function connectionQueue(pool: pg.Pool) {
  const { open, waiting: waitingCount } = connectionThrottle(pool)
  const waiting = new Set<{ since: number }>()
  /** What a place in the queue has cost of late, in ms; at first so much that few are taken in. */
  let waitPerPlaceMs = maxQueueWaitMs / minQueueLength

  async function connection(): Promise<pg.PoolClient> {
    const place = { since: performance.now() }
    const ahead = waiting.size
    waiting.add(place)
    try {
      return await retryWhenFull(open, pool.options.connectionTimeoutMillis)
    } finally {
      waiting.delete(place)
      // With fewer there may have been no queue at all.
      if (ahead >= pool.options.max)
        waitPerPlaceMs += ((performance.now() - place.since) / ahead - waitPerPlaceMs) / 16
    }
  }

  function isOverloaded(): boolean {
    const [first] = waiting
    if (first === undefined || waiting.size < minQueueLength) return false
    return waiting.size * waitPerPlaceMs > maxQueueWaitMs || performance.now() - first.since > maxQueueWaitMs
  }
  return { connection, isCrowded: isOverloaded, withoutConnection: waitingCount }
}

/** Takes connections of the pool, asks on them, and notes on which of them the database is alive. */
function monitorConnections(pool: pg.Pool) {
  const lastAliveAt = new WeakMap<pg.PoolClient, number>()
  let silentSince = 0
  const markAlive = (client: pg.PoolClient) => lastAliveAt.set(client, performance.now())
  pool.on('connect', markAlive)
  const { connection, ...counts } = connectionQueue(pool)

  async function checkOut(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await connection()
      if ((lastAliveAt.get(client) ?? 0) >= silentSince) return client
      // Not heard of since another fell silent: where a whole path is dead, each would cost somebody the patience.
      client.release(true)
      destroySocket(client)
    }
  }

  async function awaitAnswer<T>(client: pg.PoolClient, answer: () => Promise<T>, limit: number): Promise<T> {
    const asked = performance.now()
    const silence = setTimeout(() => {
      silentSince = Math.max(silentSince, asked)
      destroySocket(client)
    }, limit)
    try {
      return await answer()
    } finally {
      clearTimeout(silence)
    }
  }
  return { take: checkOut, hear: awaitAnswer, heard: markAlive, ...counts }
}

/**
 * Lends a pool's connections. Each answer is waited for `patience` ms; the first one's wait includes the wait for
 * a connection, which began at `asked` (of performance.now()), with another server perhaps.
 */
export function connectionPool(pool: pg.Pool, silenceTimeoutMs: number) {
  const { take, hear, heard, ...counts } = monitorConnections(pool)
  const acquire = async (asked: number): Promise<PooledConnection> => {
    const client = await take()
    let waited = performance.now() - asked
    let broken: Error | undefined
    const discard = (error: Error) => {
      broken = error
    }
    client.on('error', discard)
    const withTimeout = async <T>(answer: () => Promise<T>): Promise<T> => {
      try {
        return await hear(client, answer, silenceTimeoutMs - waited)
      } catch (error) {
        // Anything else than the database's own refusal leaves the connection in an unknown state.
        if (error instanceof Error && !(error instanceof pg.DatabaseError)) discard(error)
        throw error
      } finally {
        waited = 0
        if (!broken) heard(client)
      }
    }
    const query: PooledConnection['query'] = (statement) =>
      withTimeout(() => client.query(toQueryConfig(statement)))
    const queryTogether: PooledConnection['queryBatch'] = (statements) =>
      withTimeout(() => queryBatch(client, statements)).catch((error: Error) => {
        discard(error)
        throw error
      })
    const release = () => {
      client.off('error', discard)
      client.release(broken)
    }
    return { query, queryBatch: queryTogether, discard, release }
  }
  return { borrow: acquire, ...counts }
}
