import { parseArgs } from 'node:util'
import { reachPostgres } from '@flota/postgres/reachPostgres.ts'
import { StartError } from '@flota/postgres/startError.ts'
import { connect, migrationTimeoutMs } from '../platform/db/connect.ts'
import { assertSameVersion } from '../platform/db/migrate.ts'
import type { Connection } from '../platform/db/servers.ts'
import type { Database } from '../platform/db/sql.ts'
import { type Env, readEnv } from '../platform/env.ts'

export interface Command {
  env: Env
  words: string[]
  /** Of those that the command takes, each with what was said after it. */
  options: Record<string, string | undefined>
  /** Those that were said and take no word. */
  flags: ReadonlySet<string>
  signal: AbortSignal
}

interface AcceptedArguments {
  options?: string[]
  flags?: string[]
}

export const printLine = (line: string): void => void process.stdout.write(`${line}\n`)

/**
 * Runs a command of `npm run`: 0 when it did what it says, 1 and one line when it was refused.
 * @param count how many words it takes
 * @param takes the names of its options, each followed by a word (`--keep 14`), and of its flags (`--prueba`)
 */
export async function runCommand(
  usage: string,
  count: number,
  work: (command: Command) => Promise<void>,
  accepted: AcceptedArguments = {},
): Promise<void> {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())
  try {
    const said = readWords(usage, count, accepted)
    await work({ env: readEnv(process.env), ...said, signal: interrupted.signal })
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${interrupted.signal.aborted ? 'Interrumpido.' : errorLine(error)}\n`)
  }
}

/** @throws {StartError} with the usage, unless there are this many words and no other option */
function readWords(usage: string, count: number, { options = [], flags = [] }: AcceptedArguments) {
  const taken = (names: string[], type: 'string' | 'boolean') =>
    Object.fromEntries(names.map((name) => [name, { type }]))
  try {
    const { positionals: words, values } = parseArgs({
      allowPositionals: true,
      options: { ...taken(options, 'string'), ...taken(flags, 'boolean') },
    })
    if (words.length === count && words.every((word) => word.trim() !== '')) {
      const said = Object.entries(values)
      const texts = said.filter((each): each is [string, string] => typeof each[1] === 'string')
      return {
        words,
        options: Object.fromEntries(texts),
        flags: new Set(said.filter(([, value]) => value === true).map(([name]) => name)),
      }
    }
  } catch {
    // An option that it does not take, or one without its word.
  }
  throw new StartError(`Uso: ${usage}`)
}

const errorLine = (error: unknown): string => {
  if (error instanceof StartError) return error.message
  return String(error instanceof Error ? error.stack : error)
}

/** Lends the database of DATABASE_URL, or that of DATA_DIR whether the program runs or not. */
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

/** Lends the database, which must be of this program's version. */
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
