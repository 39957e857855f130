import { type ParseArgsConfig, parseArgs } from 'node:util'
import { StartError } from '@flota/postgres/startError.ts'
import { reachPostgres } from '@flota/postgres/startPostgres.ts'
import { connect, migrationTimeoutMs } from '../platform/db/connect.ts'
import { assertSameVersion } from '../platform/db/migrate.ts'
import type { Connection } from '../platform/db/servers.ts'
import type { Database } from '../platform/db/sql.ts'
import { type Env, readEnv } from '../platform/env.ts'

type Options = NonNullable<ParseArgsConfig['options']>

type Values<Accepted extends Options> = ReturnType<
  typeof parseArgs<{ allowPositionals: true; options: Accepted }>
>['values']

export interface Command<Accepted extends Options = {}> {
  env: Env
  words: string[]
  values: Values<Accepted>
  signal: AbortSignal
}

export const printLine = (line: string): void => void process.stdout.write(`${line}\n`)

/**
 * Runs a command of `npm run`. An error sets the exit code to 1; a StartError prints one line.
 * @param count number of words
 */
export async function runCommand<Accepted extends Options = {}>(
  usage: string,
  count: number,
  work: (command: Command<Accepted>) => Promise<void>,
  accepted?: Accepted,
): Promise<void> {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())
  try {
    const words = readWords(usage, count, accepted)
    await work({ env: readEnv(process.env), ...words, signal: interrupted.signal })
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${interrupted.signal.aborted ? 'Interrumpido.' : errorLine(error)}\n`)
  }
}

function readWords<Accepted extends Options>(usage: string, count: number, options: Accepted | undefined) {
  try {
    const { positionals: words, values } = parseArgs({ allowPositionals: true, ...(options && { options }) })
    if (words.length === count && words.every((word) => word.trim() !== '')) return { words, values }
  } catch {
    // parseArgs throws for an unknown option and for one without its value.
  }
  throw new StartError(`Uso: ${usage}`)
}

const errorLine = (error: unknown): string =>
  error instanceof StartError ? error.message : String(error instanceof Error ? error.stack : error)

/** Connects to DATABASE_URL, or to the database of DATA_DIR, which it starts if the program does not run. */
export async function withConnection<T>(env: Env, work: (connection: Connection) => Promise<T>): Promise<T> {
  if (env.DATABASE_URL) return work({ connectionString: env.DATABASE_URL })
  const postgres = await reachPostgres({
    dataDir: env.DATA_DIR,
    binDir: env.POSTGRES_BIN,
    notice: (line) => process.stderr.write(`${line}\n`),
  })
  try {
    return await work(postgres.connection)
  } finally {
    await postgres.stop()
  }
}

/** @throws {StartError} unless the database has this program's version */
export const withDatabase = <T>(env: Env, work: (db: Database) => Promise<T>): Promise<T> =>
  withConnection(env, async (connection) => {
    const db = connect(connection, () => undefined, 2, migrationTimeoutMs)
    try {
      await assertSameVersion(db)
      return await work(db)
    } finally {
      await db.close()
    }
  })
