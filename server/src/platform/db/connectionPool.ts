import pg from 'pg'
import { prepares, queryBatch, toQueryConfig } from './batch.ts'
import { connectionQueue } from './connectionQueue.ts'
import type { Statement } from './sql.ts'

export interface PooledConnection {
  queryBatch: (statements: readonly Statement[]) => Promise<pg.QueryResult[]>
  /** Rejects and closes the connection when the database does not answer in time. */
  query: (statement: Statement) => Promise<pg.QueryResult>
  /** Marks the connection as unusable: `release` then closes it. */
  discard: (error: Error) => void
  release: () => void
}

/** Closes the socket without telling the server, which may not answer any more. */
const destroySocket = (client: pg.PoolClient) => {
  // At run time a pool's clients are pg.Client; the type PoolClient lacks `connection`.
  ;(client as unknown as pg.Client).connection.stream.destroy()
}

/** Whether the connection lost a prepared statement, or a table was altered since it was prepared. */
export const isStaleStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'))

/**
 * Whether a connection is unusable after an error: its prepared statements are stale, its server became read-only after a
 * failover, or its state is unknown, as after any error but PostgreSQL's own.
 */
const breaksConnection = (error: Error): boolean =>
  !(error instanceof pg.DatabaseError) || error.code === '25006' || isStaleStatement(error)

/** Records when each connection last got an answer. */
function monitorConnections(pool: pg.Pool) {
  const lastAliveAt = new WeakMap<pg.PoolClient, number>()
  let silentSince = 0
  const markAlive = (client: pg.PoolClient) => lastAliveAt.set(client, performance.now())
  pool.on('connect', markAlive)
  const { connection, ...queue } = connectionQueue(pool)

  async function checkOut(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await connection()
      if ((lastAliveAt.get(client) ?? 0) >= silentSince) return client
      // Another connection timed out since this one last answered. If the whole network path is dead, each of them
      // would cost one request the full timeout.
      client.release(true)
      destroySocket(client)
    }
  }

  async function awaitAnswer<T>(
    client: pg.PoolClient,
    answer: () => Promise<T>,
    timeoutMs: number,
  ): Promise<T> {
    const sentAt = performance.now()
    const timer = setTimeout(() => {
      silentSince = Math.max(silentSince, sentAt)
      destroySocket(client)
    }, timeoutMs)
    try {
      return await answer()
    } finally {
      clearTimeout(timer)
    }
  }
  return { checkOut, awaitAnswer, markAlive, ...queue }
}

/**
 * Wraps a pool so that no answer takes longer than `silenceTimeoutMs`. The first answer's time includes the wait for
 * the connection, since `startedAt` (of performance.now()), which may have begun with another server.
 */
export function connectionPool(pool: pg.Pool, silenceTimeoutMs: number) {
  const { checkOut, awaitAnswer, markAlive, ...queue } = monitorConnections(pool)
  const acquire = async (startedAt: number): Promise<PooledConnection> => {
    const client = await checkOut()
    let waitedMs = performance.now() - startedAt
    let broken: Error | undefined
    const discard = (error: Error) => {
      broken = error
    }
    client.on('error', discard)
    const withTimeout = async <T>(answer: () => Promise<T>): Promise<T> => {
      try {
        return await awaitAnswer(client, answer, silenceTimeoutMs - waitedMs)
      } catch (error) {
        if (error instanceof Error && breaksConnection(error)) discard(error)
        throw error
      } finally {
        waitedMs = 0
        if (!broken) markAlive(client)
      }
    }
    return {
      query: (statement) => withTimeout(() => client.query(toQueryConfig(statement))),
      queryBatch: (statements) => {
        const isLastOnError = prepares(client, statements)
        return withTimeout(() => queryBatch(client, statements)).catch((error: Error) => {
          if (isLastOnError) discard(error)
          throw error
        })
      },
      discard,
      release: () => {
        client.off('error', discard)
        client.release(broken)
      },
    }
  }
  return { acquire, ...queue }
}
