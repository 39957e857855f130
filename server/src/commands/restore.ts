import { chownSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { startPostgres } from '@flota/postgres/startPostgres.ts'
import { connect } from '../db/connect.ts'
import { checkServer } from '../db/requirements.ts'
import type { Connection } from '../db/servers.ts'
import { withSession } from '../db/session.ts'
import { archivosDirOf, type Env } from '../env.ts'
import { archivosS3Of } from '../envS3.ts'
import { addFiles, storeOf } from '../respaldo/files.ts'
import { makeWhole, refuseFilled, sweepDataDir } from '../respaldo/folders.ts'
import { type Backup, readBackup, refuseFilledDatabase, restoreBackup } from '../respaldo/restore.ts'
import type { FileStore } from '../store/FileStore.ts'
import { openStore } from '../store/openStore.ts'
import { ofCommands } from '../store/s3/Bucket.ts'
import { runCommand, say } from './command.ts'
import { lostFiles } from './lostFiles.ts'
import { mendData } from './mendData.ts'

// npm run restore -- <folder>: makes an absent or empty DATA_DIR, or an empty DATABASE_URL, equal to a backup.

const whereOf = ({ manifest }: Backup) =>
  manifest.sin_archivos
    ? 'que este respaldo no trae: es solo de las filas'
    : 'que en el respaldo no están o están dañados'

/** @param to where the backup's files are added */
async function restoreInto(
  connection: Connection,
  backup: Backup,
  to: FileStore,
  signal: AbortSignal,
): Promise<string[]> {
  await withSession(connection, signal, refuseFilledDatabase)
  const db = connect(connection, () => undefined, 1)
  try {
    await checkServer(db)
  } finally {
    await db.close()
  }
  // Before the rows that name them: files that no row names do no harm.
  const from = storeOf(backup.folder)
  const there = await to.withSizes()
  await to.asOwner(() => addFiles(backup.files, { from, to: there, signal, reads: () => !to.isFar }))
  return withSession(connection, signal, (session) =>
    restoreBackup(session, backup, async (tx) => [
      ...(await mendData(tx)),
      ...(await lostFiles(tx, to, whereOf(backup))),
    ]),
  )
}

/** Where files go while DATA_DIR is being made there: what lies in DATA_DIR is made with it. */
function filesBeside(env: Env, beside: string): FileStore {
  if (archivosS3Of(env)) return openStore({ ...env, DATA_DIR: beside }, ofCommands)
  const files = archivosDirOf(env)
  const inside = relative(env.DATA_DIR, files)
  return openStore(inside.startsWith('..') ? env : { ...env, ARCHIVOS_DIR: join(beside, inside) })
}

/** Builds beside with a database of its own: DATA_DIR is whole or as it was. */
const makeDataDir = (env: Env, backup: Backup, signal: AbortSignal): Promise<string[]> =>
  makeWhole(env.DATA_DIR, async (beside) => {
    const there = statSync(env.DATA_DIR, { throwIfNoEntry: false })
    // Whoever was given the empty folder is to serve the data.
    if (there && process.getuid?.() === 0) chownSync(beside, there.uid, there.gid)
    const postgres = await startPostgres({ dataDir: beside, binDir: env.POSTGRES_BIN, notice: say })
    try {
      return await restoreInto(postgres.connection, backup, filesBeside(env, beside), signal)
    } finally {
      await postgres.stop()
    }
  })

async function restoreEmpty(env: Env, folder: string, signal: AbortSignal) {
  const { DATABASE_URL, DATA_DIR } = env
  if (!DATABASE_URL) {
    refuseFilled(DATA_DIR, 'DATA_DIR')
    for (const path of sweepDataDir(DATA_DIR)) say(`Se quitó ${path}, de un restore que se interrumpió.`)
  }
  const backup = await readBackup(folder)
  return DATABASE_URL
    ? restoreInto({ connectionString: DATABASE_URL }, backup, openStore(env, ofCommands), signal)
    : makeDataDir(env, backup, signal)
}

await runCommand('npm run restore -- <carpeta>', 1, async ({ env, words: [word = ''], signal }) => {
  const folder = resolve(word)
  for (const line of await restoreEmpty(env, folder, signal)) say(line)
  say(`Respaldo de ${folder} restaurado en ${env.DATABASE_URL ? 'DATABASE_URL' : env.DATA_DIR}.`)
})
