import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { askTogether, queryOf } from '../db/batch.ts'
import type { Statement } from '../db/sql.ts'
import { opening } from './connectionThrottle.ts'

export interface Lent {
  /** `queries` of Db. */
  askTogether: (statements: readonly Statement[]) => Promise<pg.QueryResult[]>
  /** Fails, and the connection with it, when the database says nothing for as long as one may wait. */
  ask: (statement: Statement) => Promise<pg.QueryResult>
  /** Says that it can't be lent again. */
  giveUp: (error: Error) => void
  giveBack: () => void
}

/** Cuts it off without a word to the other side, which may never hear it. */
const cut = (client: pg.PoolClient) => {
  // The pool makes them of pg's own Client, of which its type tells less.
  ;(client as unknown as pg.Client).connection.stream.destroy()
}

/** A call asks two or three times: with this many ms in the queue each time it is not served within about 2 s. */
const tolerable = 350
/** What 64 clients ask for at once is never too much. */
const few = 128

const isFull = (error: unknown) => error instanceof pg.DatabaseError && error.code === '53300'

/** Where the database takes no more connections, as with many programs, one of ours may come free in time. */
async function retried(open: () => Promise<pg.PoolClient>, patience = 0): Promise<pg.PoolClient> {
  const until = performance.now() + patience
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!isFull(error) || performance.now() > until) throw error
      await sleep(5 + Math.random() * 20)
    }
  }
}

function queue(pool: pg.Pool) {
  const { open, waiting: withoutConnection } = opening(pool)
  const waiting = new Set<{ since: number }>()
  /** What a place in the queue has cost of late, in ms; at first so much that few are taken in. */
  let cost = tolerable / few

  async function connection(): Promise<pg.PoolClient> {
    const place = { since: performance.now() }
    const ahead = waiting.size
    waiting.add(place)
    try {
      return await retried(open, pool.options.connectionTimeoutMillis)
    } finally {
      waiting.delete(place)
      // With fewer there may have been no queue at all.
      if (ahead >= pool.options.max) cost += ((performance.now() - place.since) / ahead - cost) / 16
    }
  }

  function isCrowded(): boolean {
    const [first] = waiting
    if (first === undefined || waiting.size < few) return false
    return waiting.size * cost > tolerable || performance.now() - first.since > tolerable
  }
  return { connection, isCrowded, withoutConnection }
}

/** Takes connections of the pool, asks on them, and notes on which of them the database is alive. */
function watch(pool: pg.Pool) {
  const heardAt = new WeakMap<pg.PoolClient, number>()
  let silentSince = 0
  const heard = (client: pg.PoolClient) => heardAt.set(client, performance.now())
  pool.on('connect', heard)
  const { connection, ...counts } = queue(pool)

  async function take(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await connection()
      if ((heardAt.get(client) ?? 0) >= silentSince) return client
      // Not heard of since another fell silent: where a whole path is dead, each would cost somebody the patience.
      client.release(true)
      cut(client)
    }
  }

  async function hear<T>(client: pg.PoolClient, answer: () => Promise<T>, limit: number): Promise<T> {
    const asked = performance.now()
    const silence = setTimeout(() => {
      silentSince = Math.max(silentSince, asked)
      cut(client)
    }, limit)
    try {
      return await answer()
    } finally {
      clearTimeout(silence)
    }
  }
  return { take, hear, heard, ...counts }
}

/**
 * Lends a pool's connections. Each answer is waited for `patience` ms; the first one's wait includes the wait for
 * a connection, which began at `asked` (of performance.now()), with another server perhaps.
 */
export function lending(pool: pg.Pool, patience: number) {
  const { take, hear, heard, ...counts } = watch(pool)
  const borrow = async (asked: number): Promise<Lent> => {
    const client = await take()
    let waited = performance.now() - asked
    let broken: Error | undefined
    const giveUp = (error: Error) => {
      broken = error
    }
    client.on('error', giveUp)
    const listen = async <T>(answer: () => Promise<T>): Promise<T> => {
      try {
        return await hear(client, answer, patience - waited)
      } catch (error) {
        // Anything else than the database's own refusal leaves the connection in an unknown state.
        if (error instanceof Error && !(error instanceof pg.DatabaseError)) giveUp(error)
        throw error
      } finally {
        waited = 0
        if (!broken) heard(client)
      }
    }
    const ask: Lent['ask'] = (statement) => listen(() => client.query(queryOf(statement)))
    const together: Lent['askTogether'] = (statements) =>
      listen(() => askTogether(client, statements)).catch((error: Error) => {
        giveUp(error)
        throw error
      })
    const giveBack = () => {
      client.off('error', giveUp)
      client.release(broken)
    }
    return { ask, askTogether: together, giveUp, giveBack }
  }
  return { borrow, ...counts }
}
