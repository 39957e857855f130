import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionPool, isStaleStatement, type PooledConnection } from './connectionPool.ts'
import { type Connection, checkRole, clientClassFor, ServerList } from './servers.ts'
import { type Author, type Database, type Db, type Pipeline, raw, type Statement } from './sql.ts'

const oid = { int8: 20, date: 1082, time: 1083, timestamptz: 1184, numeric: 1700 }
const asIs = (value: string) => value

/** Converts `2026-11-20 08:30:00.5+00` to `2026-11-20T08:30:00.500Z`. Sessions are in UTC; Date would be slower. */
function isoMoment(value: string): string {
  // Six decimals, as nearly always.
  if (value.length === 29 && value[19] === '.') return `${value.slice(0, 10)}T${value.slice(11, 23)}Z`
  const [date = '', time = ''] = value.split(' ')
  return `${date}T${time.slice(0, 8)}.${time.slice(9, time.lastIndexOf('+')).slice(0, 3).padEnd(3, '0')}Z`
}

/** Dates and times stay text, timestamps become ISO in UTC, amounts become numbers. */
const parsers: Record<number, (value: string) => unknown> = {
  [oid.int8]: Number,
  [oid.numeric]: Number,
  [oid.date]: asIs,
  [oid.time]: asIs,
  [oid.timestamptz]: isoMoment,
}

export const types = {
  // pg declares its own parsers' results as any.
  getTypeParser: (id: number) => parsers[id] ?? (pg.types.getTypeParser(id) as (value: string) => unknown),
}

/** Longest silence of the database: with the time to connect, no request waits longer than 5 s. */
export const defaultSilenceTimeoutMs = 4500

/** Ten days, for long statements such as a migration's. */
export const migrationTimeoutMs = 864_000_000

/** Overrides an external server's settings that would change results or durability. */
export const sessionSettings = [
  'TimeZone=UTC',
  'DateStyle=ISO',
  'synchronous_commit=on',
  'default_transaction_isolation=read\\ committed',
  // PostgreSQL then writes floats into JSON as short as JavaScript does.
  'extra_float_digits=1',
  'jit=off',
]
export const startupOptions = (settings: readonly string[]) =>
  settings.map((setting) => `-c ${setting}`).join(' ')

/** Idle connections that stay open with their cached plans, for the first request after a quiet minute. */
const minConnections = 2

/** Longest wait for a free connection before a 503. */
const defaultMaxWaitMs = 2000

const poolOptions = (silenceTimeoutMs: number, maxWaitMs: number) => ({
  types,
  // Also the longest time to open a connection.
  connectionTimeoutMillis: maxWaitMs,
  idleTimeoutMillis: 60_000,
  min: minConnections,
  // Shorter than our own timeout: a statement that PostgreSQL cancels is certainly rolled back.
  statement_timeout: silenceTimeoutMs - 500,
  // Frees a lost connection's locks within 10 s.
  idle_in_transaction_session_timeout: 2 * silenceTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
  application_name: 'flota',
  options: startupOptions(sessionSettings),
})

/**
 * Opens a pool. A connection on which the database is silent for `silenceTimeoutMs` is replaced: its statement
 * rejects, and the statement's outcome is unknown.
 * @param onError called for each idle connection that breaks
 */
export function connect(
  connection: Connection,
  onError: (error: Error) => void,
  maxConnections = 16,
  silenceTimeoutMs = defaultSilenceTimeoutMs,
  maxWaitMs = defaultMaxWaitMs,
): Database {
  const servers = new ServerList(connection)
  const more = { max: maxConnections, Client: clientClassFor(servers), onConnect: checkRole }
  const pool = new pg.Pool({ ...poolOptions(silenceTimeoutMs, maxWaitMs), ...more })
  pool.on('error', (error) => {
    // While the pool closes, PostgreSQL may close connections first.
    if (!pool.ending) onError(error)
  })
  const { acquire: acquireFromPool, waitingCount } = connectionPool(pool, silenceTimeoutMs)
  const acquire = () => {
    const startedAt = performance.now()
    return servers.tryEach(() => acquireFromPool(startedAt))
  }
  const withConnection = <T>(work: (connection: PooledConnection) => Promise<T>) =>
    retryTransient(async () => {
      const connection = await acquire()
      return work(connection).finally(connection.release)
    })
  return {
    query: <Row>(statement: Statement) => withConnection((pooled) => asDb(pooled).query<Row>(statement)),
    queries: (statements) => withConnection((pooled) => asDb(pooled).queries(statements)),
    transaction: (work, author) => withConnection((pooled) => transaction(pooled, work, author)),
    pipelined: (steps) => withConnection((pooled) => pipelined(pooled, steps)),
    snapshot: (read) => snapshot(acquire, read),
    maxConnections,
    load: () => ({ inUse: pool.totalCount - pool.idleCount, waiting: waitingCount() }),
    close: () => pool.end(),
  }
}

/** Begins a transaction. The triggers of bitacora read its author from `flota.autor`. */
const beginStatement = (author: Author | undefined) =>
  raw(author ? `begin; set local flota.autor = ${pg.escapeLiteral(JSON.stringify(author))}` : 'begin')

/** Commits, and counts the author's write in the same message. @returns ROLLBACK after a failed statement */
async function commit(connection: PooledConnection, author: Author | undefined): Promise<string> {
  const results = await connection.query(raw(author ? 'select contar_cambio(); commit' : 'commit'))
  // The driver's type declares a single result.
  return [results].flat().at(-1)?.command ?? ''
}

async function transaction<T>(
  connection: PooledConnection,
  work: (db: Db) => Promise<T>,
  author: Author | undefined,
): Promise<T> {
  try {
    await connection.query(beginStatement(author))
    const result = await work(asDb(connection))
    const command = await commit(connection, author)
    // PostgreSQL reports no error when a statement failed and `work` caught it.
    if (command === 'ROLLBACK') throw new Error('Transaction failed before its commit')
    return result
  } catch (error) {
    await connection.query(raw('rollback')).catch(connection.discard)
    throw error
  }
}

async function pipelined<T>(connection: PooledConnection, { first, work, last }: Pipeline<T>): Promise<T> {
  let unsent: readonly Statement[] = [raw('begin'), ...first]
  const queryBatch = async (statements: readonly Statement[]) => {
    const opening = unsent
    unsent = []
    return (await connection.queryBatch([...opening, ...statements])).slice(opening.length)
  }
  const query = async (statement: Statement) => {
    const [result] = await queryBatch([statement])
    if (!result) throw new Error('Batch returned no result')
    return result
  }
  try {
    const result = await work(asDb({ query, queryBatch })).catch(async (error: unknown) => {
      // An error of the first statements comes before that of `work`.
      if (unsent.length > 0) await queryBatch([])
      throw error
    })
    const results = await queryBatch([...last(result), raw('commit')])
    if (results.at(-1)?.command === 'ROLLBACK') throw new Error('Transaction failed before its commit')
    return result
  } catch (error) {
    await connection.query(raw('rollback')).catch(connection.discard)
    throw error
  }
}

async function* snapshot<T>(acquire: () => Promise<PooledConnection>, read: (db: Db) => AsyncIterable<T>) {
  const connection = await acquire()
  try {
    // A phone on a slow network may need minutes for a batch.
    await connection.query(
      raw(
        "begin isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = '5min'",
      ),
    )
    yield* read(asDb(connection))
  } finally {
    // Also runs when the reader stops early.
    await connection.query(raw('rollback')).catch(connection.discard)
    connection.release()
  }
}

const deadlockOrSerialization = new Set(['40001', '40P01'])
const sqlState = (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : '')

/** Retries deadlocks up to four times. Retries stale statements until a connection has none. */
async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (isStaleStatement(error)) {
        tries--
        continue
      }
      if (tries === 5 || !deadlockOrSerialization.has(sqlState(error))) throw error
      // Random, so that the two transactions do not deadlock again.
      await sleep(Math.random() * 50 * tries)
    }
  }
}

export function asDb({ query, queryBatch }: Pick<PooledConnection, 'query' | 'queryBatch'>): Db {
  const db: Db = {
    async query<Row>(statement: Statement) {
      const { rows, rowCount } = await query(statement)
      // The caller declares its SQL's row type; responses are validated by zod again.
      return { rows: rows as Row[], rowCount: rowCount ?? 0 }
    },
    queries: async (statements) => (await queryBatch(statements)).map(({ rows }): unknown[] => rows) as never,
    transaction: (work) => work(db),
  }
  return db
}
