import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Author, beginStatement } from './author.ts'
import { connectionPool, type PooledConnection } from './connectionPool.ts'
import { type Connection, checkRole, clientClassFor, ServerList } from './servers.ts'
import { type Database, type Db, raw, type Statement } from './sql.ts'

const oid = { int8: 20, date: 1082, time: 1083, timestamptz: 1184, numeric: 1700 }
const asIs = (value: string) => value

/** `2026-11-20 08:30:00.5+00` → `2026-11-20T08:30:00.500Z`. Every session is in UTC; Date is slow at this. */
function isoMoment(value: string): string {
  // As the server's own clock writes it, nearly always.
  if (value.length === 29 && value[19] === '.') return `${value.slice(0, 10)}T${value.slice(11, 23)}Z`
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

/** How long the database may say nothing, in ms: with the connecting no call waits longer than 5 s. */
export const defaultSilenceTimeoutMs = 4500

/** Ten days, for statements that take minutes, such as a migration's. */
export const migrationTimeoutMs = 864_000_000

/** What an external server is set to must not change what the program reads or how safely it writes. */
export const sessionSettings = [
  'TimeZone=UTC',
  'DateStyle=ISO',
  'synchronous_commit=on',
  'default_transaction_isolation=read\\ committed',
  // Amounts that it writes into JSON itself are as short as ours.
  'extra_float_digits=1',
  'jit=off',
]
export const startupOptions = (all: readonly string[]) => all.map((setting) => `-c ${setting}`).join(' ')

/** So many connections stay, with their plans: the first call after a quiet minute pays for neither. */
const minConnections = 2

const poolOptions = (silenceTimeoutMs: number) => ({
  types,
  // Also how long a call may wait for a free connection, before it is told 503.
  connectionTimeoutMillis: 2000,
  idleTimeoutMillis: 60_000,
  min: minConnections,
  // Sooner than we give the connection up: what the database itself ends is known to be undone.
  statement_timeout: silenceTimeoutMs - 500,
  // What a lost connection has locked is free again within 10 s.
  idle_in_transaction_session_timeout: 2 * silenceTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
  application_name: 'flota',
  options: startupOptions(sessionSettings),
})

/**
 * `onError` hears of idle connections that broke. A connection on which the database is silent for `patience` ms
 * is replaced: what was asked there fails, and whether it was done is unknown.
 */
export function connect(
  connection: Connection,
  onError: (error: Error) => void,
  maxConnections = 16,
  silenceTimeoutMs = defaultSilenceTimeoutMs,
): Database {
  const servers = new ServerList(connection)
  const more = { max: maxConnections, Client: clientClassFor(servers), onConnect: checkRole }
  const pool = new pg.Pool({ ...poolOptions(silenceTimeoutMs), ...more })
  pool.on('error', (error) => {
    // Once we are closing, a database that closes first is nobody's loss.
    if (!pool.ending) onError(error)
  })
  const {
    borrow: acquireAny,
    isCrowded: isOverloaded,
    withoutConnection,
  } = connectionPool(pool, silenceTimeoutMs)
  const acquire = async () => {
    const asked = performance.now()
    return discardWhenUnusable(await servers.tryEach(() => acquireAny(asked)))
  }
  return {
    query: <Row>(statement: Statement) =>
      retryTransient(() => withPooledConnection(acquire, (pooled) => asDb(pooled).query<Row>(statement))),
    queries: (statements) =>
      retryTransient(() => withPooledConnection(acquire, (pooled) => asDb(pooled).queries(statements))),
    transaction: (work, author) => retryTransient(() => transaction(acquire, work, author)),
    snapshot: (read) => snapshot(acquire, read),
    isOverloaded,
    load: () => ({ lent: pool.totalCount - pool.idleCount, waiting: withoutConnection() }),
    close: () => pool.end(),
  }
}

type AcquireConnection = () => Promise<PooledConnection>

/** A connection to a leader that became another's follower is not lent again, nor one whose statements are outdated. */
const discardWhenUnusable = (connection: PooledConnection): PooledConnection => ({
  ...connection,
  query: (statement) =>
    connection.query(statement).catch((error: unknown) => {
      if (isStaleStatement(error) || isReadOnlyServer(error)) connection.discard(error)
      throw error
    }),
})

async function withPooledConnection<T>(
  borrow: AcquireConnection,
  work: (connection: PooledConnection) => Promise<T>,
): Promise<T> {
  const connection = await borrow()
  try {
    return await work(connection)
  } finally {
    connection.release()
  }
}

const transaction = <T>(
  borrow: AcquireConnection,
  work: (db: Db) => Promise<T>,
  author: Author | undefined,
) =>
  withPooledConnection(borrow, async (connection) => {
    try {
      await connection.query(beginStatement(author))
      const result = await work(asDb(connection))
      const { command } = await connection.query(raw('commit'))
      // PostgreSQL answers so, without an error, when a statement failed and `work` went on.
      if (command === 'ROLLBACK') throw new Error('the transaction had failed before its commit')
      return result
    } catch (error) {
      await connection.query(raw('rollback')).catch(connection.discard)
      throw error
    }
  })

async function* snapshot<T>(borrow: AcquireConnection, read: (db: Db) => AsyncIterable<T>) {
  const connection = await borrow()
  try {
    // A phone on a bad line may take longer over a batch than a transaction may otherwise wait.
    await connection.query(
      raw(
        "begin isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = '5min'",
      ),
    )
    yield* read(asDb(connection))
  } finally {
    // It wrote nothing: the reader may have stopped in the middle.
    await connection.query(raw('rollback')).catch(connection.discard)
    connection.release()
  }
}

const deadlockOrSerialization = new Set(['40001', '40P01'])
const sqlState = (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : '')

const isReadOnlyServer = (error: unknown): error is pg.DatabaseError => sqlState(error) === '25006'

/** The connection's own copy of a prepared statement is gone, or of a table as it was before it was altered. */
const isStaleStatement = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError &&
  (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'))

/**
 * What the database rolled back, because two waited for each other, is done again; so is what it did not begin with,
 * on another connection each time.
 */
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
      // Else the one who won may meet us in the same place again.
      await sleep(Math.random() * 50 * tries)
    }
  }
}

export function asDb({ query, queryBatch }: Pick<PooledConnection, 'query' | 'queryBatch'>): Db {
  const db: Db = {
    async query<Row>(statement: Statement) {
      const { rows, rowCount } = await query(statement)
      // The caller names the shape that its SQL selects; what leaves the server is parsed again.
      return { rows: rows as Row[], rowCount: rowCount ?? 0 }
    },
    // Each has the rows that its caller's type names, as above.
    queries: async (statements) => (await queryBatch(statements)).map(({ rows }): unknown[] => rows) as never,
    transaction: (work) => work(db),
  }
  return db
}
