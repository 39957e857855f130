import { parseArgs } from 'node:util'
import { reachPostgres } from '@flota/postgres/reachPostgres.ts'
import { StartError } from '@flota/postgres/startError.ts'
import { connect, unhurried } from '../db/connect.ts'
import { refuseOtherVersion } from '../db/migrate.ts'
import type { Connection } from '../db/servers.ts'
import type { Database } from '../db/sql.ts'
import { type Env, readEnv } from '../env.ts'

export interface Command {
  env: Env
  words: string[]
  signal: AbortSignal
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Runs a command of `npm run`: 0 when it did what it says, 1 and one line when it was refused. */
export async function runCommand(
  usage: string,
  count: number,
  work: (command: Command) => Promise<void>,
): Promise<void> {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())
  try {
    await work({ env: readEnv(process.env), words: readWords(usage, count), signal: interrupted.signal })
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${interrupted.signal.aborted ? 'Interrumpido.' : lineOf(error)}\n`)
  }
}

/** @throws {StartError} with the usage, unless there are so many words */
function readWords(usage: string, count: number): string[] {
  try {
    const { positionals } = parseArgs({ allowPositionals: true, options: {} })
    if (positionals.length === count && positionals.every((word) => word.trim() !== '')) return positionals
  } catch {
    // An option: there is none.
  }
  throw new StartError(`Uso: ${usage}`)
}

const lineOf = (error: unknown): string => {
  if (error instanceof StartError) return error.message
  return String(error instanceof Error ? error.stack : error)
}

/** Lends the database of DATABASE_URL, or that of DATA_DIR whether the program runs or not. */
export async function withConnection<T>(env: Env, work: (connection: Connection) => Promise<T>): Promise<T> {
  if (env.DATABASE_URL) return work({ connectionString: env.DATABASE_URL })
  const postgres = await reachPostgres({
    dataDir: env.DATA_DIR,
    notice: (line) => process.stderr.write(`${line}\n`),
  })
  try {
    return await work(postgres.connection)
  } finally {
    await postgres.stop()
  }
}

/** Lends the database, which must be of this program's version. */
export const withDatabase = <T>(env: Env, work: (db: Database) => Promise<T>): Promise<T> =>
  withConnection(env, async (connection) => {
    const db = connect(connection, () => undefined, 2, unhurried)
    try {
      await refuseOtherVersion(db)
      return await work(db)
    } finally {
      await db.close()
    }
  })
