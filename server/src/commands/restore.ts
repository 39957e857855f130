import { chownSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { formatBytes } from '@flota/contract/core/formatBytes.ts'
import { startPostgres } from '@flota/postgres/startPostgres.ts'
import { addFiles } from '../platform/backup/backupFiles.ts'
import {
  assertEmptyFolder,
  makeFolderAtomically,
  removeAbandonedDataDirs,
} from '../platform/backup/folders.ts'
import { openOffsiteStore } from '../platform/backup/OffsiteStore.ts'
import { assertEmptyDatabase, type Backup, readBackup, restoreBackup } from '../platform/backup/restore.ts'
import { connect } from '../platform/db/connect.ts'
import { withDedicatedConnection } from '../platform/db/dedicatedConnection.ts'
import { checkServer } from '../platform/db/requirements.ts'
import type { Connection } from '../platform/db/servers.ts'
import { archivosDirOf, type Env } from '../platform/env.ts'
import { archivosS3Of } from '../platform/envS3.ts'
import type { FileStore } from '../platform/store/FileStore.ts'
import { openCommandStore } from '../platform/store/openStore.ts'
import { printLine, runCommand } from './command.ts'
import { reportMissingFiles } from './missingFiles.ts'
import { repairData } from './repairData.ts'

// npm run restore -- <folder> restores a backup into an absent or empty DATA_DIR or an empty DATABASE_URL. s3 lists the
// offsite backups, s3:<name> restores one of them.

const describeSource = ({ manifest, from }: Backup) =>
  manifest.sin_archivos && !from.isRemote
    ? 'que este respaldo no trae: es solo de las filas'
    : 'que en el respaldo no están o están dañados'

async function restoreInto(
  connection: Connection,
  backup: Backup,
  to: FileStore,
  signal: AbortSignal,
): Promise<string[]> {
  await withDedicatedConnection(connection, signal, assertEmptyDatabase)
  const db = connect(connection, () => undefined, 1)
  try {
    await checkServer(db)
  } finally {
    await db.close()
  }
  // Copy files before rows: a file without a row does no harm.
  const target = await to.withSizes()
  await to.asOwner(() =>
    addFiles(backup.files, { from: backup.from, to: target, signal, verifies: () => !to.isRemote }),
  )
  return withDedicatedConnection(connection, signal, (session) =>
    restoreBackup(session, backup, async (tx) => [
      ...(await repairData(tx)),
      ...(await reportMissingFiles(tx, to, describeSource(backup))),
    ]),
  )
}

/** Returns the store for a restore into a staging folder, which holds the files if DATA_DIR does. */
function stagedFileStore(env: Env, staging: string): FileStore {
  if (archivosS3Of(env)) return openCommandStore({ ...env, DATA_DIR: staging })
  const files = archivosDirOf(env)
  const inside = relative(env.DATA_DIR, files)
  return openCommandStore(inside.startsWith('..') ? env : { ...env, ARCHIVOS_DIR: join(staging, inside) })
}

/** Restores into a staging folder, so that an interruption leaves DATA_DIR unchanged. */
const makeDataDir = (env: Env, backup: Backup, signal: AbortSignal): Promise<string[]> =>
  makeFolderAtomically(env.DATA_DIR, async (staging) => {
    const entry = statSync(env.DATA_DIR, { throwIfNoEntry: false })
    // The owner of the empty folder is the account for PostgreSQL.
    if (entry && process.getuid?.() === 0) chownSync(staging, entry.uid, entry.gid)
    const postgres = await startPostgres({ dataDir: staging, binDir: env.POSTGRES_BIN, notice: printLine })
    try {
      return await restoreInto(postgres.connection, backup, stagedFileStore(env, staging), signal)
    } finally {
      await postgres.stop()
    }
  })

/** @param read reads or downloads the backup after the target has been checked */
async function restore(
  env: Env,
  name: string,
  read: () => Promise<Backup>,
  signal: AbortSignal,
): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = env
  if (!DATABASE_URL) {
    assertEmptyFolder(DATA_DIR, 'DATA_DIR')
    for (const path of removeAbandonedDataDirs(DATA_DIR))
      printLine(`Se quitó ${path}, de un restore que se interrumpió.`)
  }
  const backup = await read()
  const lines = DATABASE_URL
    ? await restoreInto({ connectionString: DATABASE_URL }, backup, openCommandStore(env), signal)
    : await makeDataDir(env, backup, signal)
  for (const line of lines) printLine(line)
  printLine(`Respaldo de ${name} restaurado en ${DATABASE_URL ? 'DATABASE_URL' : DATA_DIR}.`)
}

async function printOffsiteBackups(env: Env): Promise<void> {
  const { whole } = await openOffsiteStore(env, archivosDirOf(env)).list()
  for (const [name, bytes] of whole) printLine(`s3:${name}   ${formatBytes(bytes)} sin sus archivos`)
  if (whole.size === 0) printLine('En RESPALDO_S3_URL no hay ningún respaldo.')
}

async function restoreOffsite(env: Env, name: string, signal: AbortSignal): Promise<void> {
  const store = openOffsiteStore(env, archivosDirOf(env))
  const fetched = await mkdtemp(join(tmpdir(), 'flota-restore-'))
  const read = async () => {
    await store.fetch(name, fetched)
    return readBackup(fetched, store.files)
  }
  try {
    await restore(env, `s3:${name}`, read, signal)
  } finally {
    await rm(fetched, { recursive: true, force: true })
  }
}

await runCommand(
  'npm run restore -- <carpeta>|s3|s3:<nombre>',
  1,
  async ({ env, words: [word = ''], signal }) => {
    if (word === 's3') return printOffsiteBackups(env)
    if (word.startsWith('s3:')) return restoreOffsite(env, word.slice('s3:'.length), signal)
    const folder = resolve(word)
    return restore(env, folder, () => readBackup(folder), signal)
  },
)
