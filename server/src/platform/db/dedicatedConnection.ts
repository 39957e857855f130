import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartError } from '@flota/postgres/startError.ts'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { queryBatch, toQueryConfig } from './batch.ts'
import { asDb, sessionSettings, startupOptions, types } from './connect.ts'
import { type Connection, openClient } from './servers.ts'
import { type Db, raw } from './sql.ts'

type Step = NodeJS.ReadWriteStream

/** A command's own connection, without timeouts, which can copy whole tables. */
export interface DedicatedConnection extends Db {
  /** Pipes `copy … to stdout` through the steps. @returns the number of rows */
  copyOut(text: string, steps: Step[], into: Writable): Promise<number>
  /** Pipes rows through the steps into `copy … from stdin`. @returns the number of rows */
  copyIn(text: string, rows: Readable, steps: Step[]): Promise<number>
}

const noTimeouts = ['statement_timeout=0', 'lock_timeout=0', 'idle_in_transaction_session_timeout=0']

/** @param signal closes the connection early @throws {StartError} when the database does not answer */
export async function withDedicatedConnection<T>(
  connection: Connection,
  signal: AbortSignal,
  work: (session: DedicatedConnection) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const client = await openClient(connection, {
    types,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    application_name: 'flota',
    options: startupOptions([...sessionSettings, ...noTimeouts]),
  }).catch((error: unknown) => {
    const reason = error instanceof Error && error.message ? error.message : 'sin respuesta'
    throw new StartError(`No se puede usar la base de datos: ${reason}.`, { cause: error })
  })
  // Not awaited: an unreachable server would never answer. Ends a running copy too.
  const end = () => void client.end().catch(() => undefined)
  signal.addEventListener('abort', end)
  try {
    return await work(toDedicatedConnection(client))
  } finally {
    signal.removeEventListener('abort', end)
    end()
  }
}

const toDedicatedConnection = (client: pg.Client): DedicatedConnection => ({
  ...asDb({
    query: (statement) => client.query(toQueryConfig(statement)),
    queryBatch: (statements) => queryBatch(client, statements),
  }),
  async copyOut(text, steps, into) {
    // The stream ends before the server reports the count and accepts the next statement.
    const drained = new Promise<void>((resolve) => client.once('drain', resolve))
    const rows = client.query(to(text))
    await pipeline([rows, ...steps, into])
    await drained
    return rows.rowCount
  },
  async copyIn(text, rows, steps) {
    const into = client.query(from(text))
    await pipeline([rows, ...steps, into])
    return into.rowCount
  },
})

/** Runs `work` in a transaction. After an error, PostgreSQL rolls back when the session ends. */
export async function inTransaction<T>(
  session: DedicatedConnection,
  kind: string,
  work: () => Promise<T>,
): Promise<T> {
  await session.query(raw(`begin ${kind}`))
  const result = await work()
  await session.query(raw('commit'))
  return result
}
