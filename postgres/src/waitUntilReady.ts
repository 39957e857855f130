import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { PostgresServer } from './postmaster.ts'
import { StartError } from './startError.ts'

export interface SocketConnection {
  host: string
  port: number
  user: string
  database: string
}

interface ConnectOptions {
  connection: SocketConnection
  notice: (line: string) => void
}

/** Long for later starts, because crash recovery may take minutes. */
const READY_TIMEOUT_MS = { firstStart: 60_000, later: 600_000 }

/**
 * Waits until the server accepts queries, and creates the database 'flota' if needed.
 * @throws {StartError} if the server ends, times out or has settings that could lose data
 */
export async function waitUntilReady(
  server: PostgresServer,
  { connection, notice }: ConnectOptions,
  firstStart: boolean,
): Promise<void> {
  const start = performance.now()
  const limit = firstStart ? READY_TIMEOUT_MS.firstStart : READY_TIMEOUT_MS.later
  let isAnnounced = firstStart
  while (performance.now() - start < limit) {
    if (!server.alive()) throw new StartError(`PostgreSQL no arrancó: ${await server.ended}`)
    if (await tryConnection(connection)) return
    if (!isAnnounced && performance.now() - start > 5000) {
      isAnnounced = true
      notice('La base de datos se recupera de una interrupción; puede tardar unos minutos…')
    }
    await sleep(retryDelayMs(performance.now() - start))
  }
  throw new StartError(
    `PostgreSQL no respondió en ${limit / 1000} segundos: revisa el registro en DATA_DIR/log.`,
  )
}

/** Waits for a tenth of the elapsed time, because each attempt costs the recovering server a process. */
const retryDelayMs = (elapsed: number): number => Math.min(Math.max(15, elapsed / 10), 250)

const STARTING_UP = '57P03'
const TOO_MANY_CONNECTIONS = '53300'
const NO_DATABASE = '3D000'

async function tryConnection(connection: SocketConnection): Promise<boolean> {
  try {
    await withClient(connection, checkDurability)
    return true
  } catch (error) {
    if (error instanceof StartError) throw error
    // No server yet: the caller checks whether it is still starting.
    if (!(error instanceof pg.DatabaseError)) return false
    if (error.code === STARTING_UP || error.code === TOO_MANY_CONNECTIONS) return false
    if (error.code !== NO_DATABASE) throw error
    await withClient({ ...connection, database: 'postgres' }, (client) =>
      client.query(`create database ${pg.escapeIdentifier(connection.database)}`),
    )
    return false
  }
}

/** Returns whether another program's server accepts queries. */
export async function acceptsQueries(connection: SocketConnection): Promise<boolean> {
  try {
    await withClient(connection, checkDurability)
    return true
  } catch (error) {
    if (error instanceof StartError) throw error
    return false
  }
}

async function withClient(
  connection: SocketConnection,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({
    ...connection,
    ssl: false,
    connectionTimeoutMillis: 10_000,
    query_timeout: 30_000,
  })
  // The caller notices the end of the server by itself.
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    // Not awaited: it may never resolve if the server has gone.
    void client.end()
  }
}

async function checkDurability(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums') and setting <> 'on'
     order by name`,
  )
  if (rows.length === 0) return
  const found = rows.map(({ name, setting }) => `${name}=${setting}`).join(', ')
  throw new StartError(`La base de datos de DATA_DIR podría perder datos y no se usa: pon en "on" ${found}.`)
}
