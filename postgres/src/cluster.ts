import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, isRoot, nobody, runToEnd } from './account.ts'
import { chownTree, syncDirectory } from './dataDir.ts'
import type { PostgresRuntime } from './runtime.ts'
import { StartError } from './startError.ts'

export const pgDirOf = (dataDir: string) => join(dataDir, 'pg')

const INIT_PREFIX = 'pg.init-'

/** Creates the database cluster atomically if there is none. @returns whether it was created */
export async function ensureCluster(
  dataDir: string,
  runtime: PostgresRuntime,
  notice: (line: string) => void,
): Promise<boolean> {
  removeUnfinished(dataDir)
  const pgDir = pgDirOf(dataDir)
  if (existsSync(pgDir)) {
    rejectOtherVersion(dataDir, runtime)
    chmodSync(pgDir, 0o700)
    return false
  }
  notice('Preparando la base de datos…')
  // A unique name, because an initdb that outlived its program may still write to an earlier one.
  const fresh = mkdtempSync(join(dataDir, INIT_PREFIX))
  try {
    await initialise(dataDir, fresh, runtime)
    renameSync(fresh, pgDir)
  } catch (error) {
    removeUnfinished(dataDir)
    throw error
  }
  syncDirectory(dataDir)
  return true
}

function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(INIT_PREFIX))) {
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // An initdb still writes there: the next start removes it.
    }
  }
}

function rejectOtherVersion(dataDir: string, { major, isCustom }: PostgresRuntime): void {
  const file = join(pgDirOf(dataDir), 'PG_VERSION')
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  if (found === undefined) {
    throw new StartError(
      `${pgDirOf(dataDir)} no contiene una base de datos: restaura una copia o indica otro DATA_DIR.`,
    )
  }
  if (found !== major) {
    throw new StartError(
      isCustom
        ? `DATA_DIR (${dataDir}) es de PostgreSQL ${found} y POSTGRES_BIN de PostgreSQL ${major}: indica los programas del ${found} o restaura una copia de los datos en un DATA_DIR nuevo.`
        : `DATA_DIR (${dataDir}) es de PostgreSQL ${found} y este programa trae PostgreSQL ${major}: usa el que lo creó (con ` +
            'POSTGRES_BIN o la versión del programa) para sacar una copia de los datos y restáurala en un DATA_DIR nuevo.',
    )
  }
}

async function initialise(
  dataDir: string,
  fresh: string,
  { account, binDir, major }: PostgresRuntime,
): Promise<void> {
  const owner = await namedAccount(account)
  chownTree(fresh, owner)
  // initdb runs as nobody if DATA_DIR's owner has no name, and must enter the new directory.
  if (owner !== account) chmodSync(dataDir, 0o711)
  const { ok, output } = await runToEnd(owner, initdb(binDir, fresh, Number(major)), 60_000)
  if (owner !== account) chmodSync(dataDir, 0o700)
  chownTree(fresh, account)
  if (ok) return
  const reason = /No space left|could not extend file/.test(output)
    ? 'no queda espacio en el disco'
    : errorLine(output)
  throw new StartError(`No se pudo crear la base de datos en DATA_DIR (${dataDir}): ${reason}.`)
}

const initdb = (binDir: string, fresh: string, major: number) => [
  join(binDir, 'initdb'),
  `--pgdata=${fresh}`,
  '--username=postgres',
  // The socket's directory has mode 0700, so that only PostgreSQL's account and root can connect.
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  // Classifies letters, for example for pg_trgm. The program's own collations define the order.
  ...(major < 17 ? ['--lc-ctype=C.UTF-8'] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']),
  '--data-checksums',
]

/** Replaces an account without an entry in /etc/passwd, which initdb rejects but the server accepts. */
async function namedAccount(account: Account): Promise<Account> {
  if ((await runToEnd(account, ['id', '-un'])).ok) return account
  if (isRoot) return nobody
  throw new StartError(
    `El usuario con número ${account.uid} no tiene nombre en /etc/passwd y PostgreSQL lo exige: agrégalo o usa otro usuario.`,
  )
}

function errorLine(output: string): string {
  const lines = output.split('\n')
  const line = lines.find((text) => /error:|FATAL|PANIC/.test(text)) ?? lines.at(-1) ?? ''
  return line.trim() || 'initdb no terminó en 60 segundos'
}
