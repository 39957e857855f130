import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'

export { default as sql, empty, join, raw } from 'sql-template-tag'

/** A statement with a name is parsed once a connection; without one it is planned for its very values. */
export interface Named {
  name: string
  text: string
  values: unknown[]
}
export type Statement = Sql | Named

export const named = (name: string, { text, values }: Sql): Named => ({ name, text, values })

interface Result<Row> {
  rows: Row[]
  rowCount: number
}

/** A pool or an open transaction: queries take either as their first argument. */
export interface Db {
  query<Row>(statement: Statement): Promise<Result<Row>>
}

export interface Database extends Db {
  /** All of `work` or nothing; repeated when the database chose it as the victim of a deadlock. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const oid = { int8: 20, date: 1082, time: 1083, timestamptz: 1184, numeric: 1700 }
const asIs = (value: string) => value

/** The driver is taught once: dates and times stay text, moments are ISO in UTC, amounts are numbers. */
const parsers: Record<number, (value: string) => unknown> = {
  [oid.int8]: Number,
  [oid.numeric]: Number,
  [oid.date]: asIs,
  [oid.time]: asIs,
  [oid.timestamptz]: (value) => new Date(value).toISOString(),
}

const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    // pg types its parsers as any.
    parsers[id] ?? (pg.types.getTypeParser(id, format) as (value: string) => unknown),
}

export type Connection = { connectionString: string } | { host: string; user: string; database: string }

const retried = new Set(['40001', '40P01'])
const sqlState = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined)

/** A pool of connections. `onError` hears of idle connections that broke; the pool replaces them. */
export function connect(connection: Connection, onError: (error: Error) => void, size = 16): Database {
  const pool = new pg.Pool({
    ...connection,
    types,
    max: size,
    // Also how long a call may wait for a free connection, before it is told 503.
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'flota',
    options: '-c TimeZone=UTC -c synchronous_commit=on -c jit=off',
  })
  pool.on('error', (error) => {
    // Once we are closing, a database that closes first is nobody's loss.
    if (!pool.ending) onError(error)
  })

  const direct = asDb(pool)
  return {
    query: (statement) => retrying(() => direct.query(statement)),
    transaction: (work) => retrying(() => attempt(pool, work)),
    close: () => pool.end(),
  }
}

/** Repeats what the database rolled back as the victim of a deadlock. */
async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === 5 || !retried.has(sqlState(error) ?? '')) throw error
      // Else the one who won may meet us in the same place again.
      await sleep(Math.random() * 50 * tries)
    }
  }
}

async function attempt<T>(pool: pg.Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const noteBroken = (error: Error) => {
    broken = error
  }
  client.on('error', noteBroken)
  try {
    await client.query('begin')
    const result = await work(asDb(client))
    const { command } = await client.query('commit')
    // PostgreSQL answers so, without an error, when a statement failed and `work` went on.
    if (command === 'ROLLBACK') throw new Error('the transaction had failed before its commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(noteBroken)
    throw error
  } finally {
    client.off('error', noteBroken)
    client.release(broken)
  }
}

function asDb(client: pg.Pool | pg.PoolClient): Db {
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

export const many = async <Row>(db: Db, statement: Statement): Promise<Row[]> =>
  (await db.query<Row>(statement)).rows

export const one = async <Row>(db: Db, statement: Statement): Promise<Row | undefined> =>
  (await db.query<Row>(statement)).rows[0]

/** How many rows it wrote. */
export const run = async (db: Db, statement: Statement): Promise<number> =>
  (await db.query(statement)).rowCount

/** Holds other holders of the same lock back until the transaction ends, on every process. */
export const lock = async (db: Db, name: string): Promise<void> => {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
