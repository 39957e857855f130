import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database, Db, Statement } from './sql.ts'

const oid = { int8: 20, date: 1082, time: 1083, timestamptz: 1184, numeric: 1700 }
const asIs = (value: string) => value

/** `2026-11-20 08:30:00.5+00` → `2026-11-20T08:30:00.500Z`. Every session is in UTC; Date is slow at this. */
function isoMoment(value: string): string {
  const [date = '', time = ''] = value.split(' ')
  return `${date}T${time.slice(0, 8)}.${time.slice(9, time.lastIndexOf('+')).slice(0, 3).padEnd(3, '0')}Z`
}

/** The driver is taught once: dates and times stay text, moments are ISO in UTC, amounts are numbers. */
const parsers: Record<number, (value: string) => unknown> = {
  [oid.int8]: Number,
  [oid.numeric]: Number,
  [oid.date]: asIs,
  [oid.time]: asIs,
  [oid.timestamptz]: isoMoment,
}

export const types = {
  // pg types what its own parsers give as any.
  getTypeParser: (id: number) => parsers[id] ?? (pg.types.getTypeParser(id) as (value: string) => unknown),
}

export type Connection = { connectionString: string } | { host: string; user: string; database: string }

/** What an external server is set to must not change what the program reads or how safely it writes. */
export const settings = [
  'TimeZone=UTC',
  'DateStyle=ISO',
  'synchronous_commit=on',
  'default_transaction_isolation=read\\ committed',
  'jit=off',
]
export const optionsOf = (all: readonly string[]) => all.map((setting) => `-c ${setting}`).join(' ')

const poolOptions = {
  types,
  // Also how long a call may wait for a free connection, before it is told 503.
  connectionTimeoutMillis: 2000,
  idleTimeoutMillis: 60_000,
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 15_000,
  application_name: 'flota',
  options: optionsOf(settings),
}

/** A pool of connections. `onError` hears of idle connections that broke; the pool replaces them. */
export function connect(connection: Connection, onError: (error: Error) => void, size = 16): Database {
  const pool = new pg.Pool({ ...connection, ...poolOptions, max: size })
  pool.on('error', (error) => {
    // Once we are closing, a database that closes first is nobody's loss.
    if (!pool.ending) onError(error)
  })
  return {
    query: <Row>(statement: Statement) => again(() => single<Row>(pool, statement)),
    transaction: (work) => again(() => transaction(pool, work)),
    snapshot: (read) => snapshot(pool, read),
    close: () => pool.end(),
  }
}

type NoteBroken = (error: Error) => void

/** Takes a connection. One that broke goes; one whose statement was refused stays, unlike with pool.query. */
async function borrow(pool: pg.Pool) {
  const client = await pool.connect()
  let broken: Error | undefined
  const note: NoteBroken = (error) => {
    broken = error
  }
  client.on('error', note)
  const giveBack = () => {
    client.off('error', note)
    client.release(broken)
  }
  return { client, note, giveBack }
}

async function lend<T>(pool: pg.Pool, work: (client: pg.PoolClient, note: NoteBroken) => Promise<T>) {
  const { client, note, giveBack } = await borrow(pool)
  try {
    return await work(client, note)
  } finally {
    giveBack()
  }
}

const single = <Row>(pool: pg.Pool, statement: Statement) =>
  lend(pool, async (client, note) => {
    try {
      return await asDb(client).query<Row>(statement)
    } catch (error) {
      // Anything else than the database's own refusal leaves the connection in an unknown state.
      if (error instanceof Error && !(error instanceof pg.DatabaseError)) note(error)
      throw error
    }
  })

const transaction = <T>(pool: pg.Pool, work: (db: Db) => Promise<T>) =>
  lend(pool, async (client, note) => {
    try {
      await client.query('begin')
      const result = await work(asDb(client))
      const { command } = await client.query('commit')
      // PostgreSQL answers so, without an error, when a statement failed and `work` went on.
      if (command === 'ROLLBACK') throw new Error('the transaction had failed before its commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(note)
      throw error
    }
  })

async function* snapshot<T>(pool: pg.Pool, read: (db: Db) => AsyncIterable<T>) {
  const { client, note, giveBack } = await borrow(pool)
  try {
    // A phone on a bad line may take longer over a batch than a transaction may otherwise wait.
    await client.query(
      "begin isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = '5min'",
    )
    yield* read(asDb(client))
  } finally {
    // It wrote nothing: the reader may have left in the middle.
    await client.query('rollback').catch(note)
    giveBack()
  }
}

const deadlockOrSerialization = new Set(['40001', '40P01'])
const sqlState = (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : '')

/** What the database rolled back, because two waited for each other, is done again. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === 5 || !deadlockOrSerialization.has(sqlState(error))) throw error
      // Else the one who won may meet us in the same place again.
      await sleep(Math.random() * 50 * tries)
    }
  }
}

export function asDb(client: pg.ClientBase): Db {
  return {
    async query<Row>(statement: Statement) {
      const { rows, rowCount } = await client.query(
        'name' in statement ? statement : { text: statement.text, values: statement.values },
      )
      // The caller names the shape that its SQL selects; what leaves the server is parsed again.
      return { rows: rows as Row[], rowCount: rowCount ?? 0 }
    },
  }
}
