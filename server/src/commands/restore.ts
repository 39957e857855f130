import { chownSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { giveTree } from '@flota/postgres/dataDir.ts'
import { startPostgres } from '@flota/postgres/startPostgres.ts'
import { connect } from '../db/connect.ts'
import { checkServer } from '../db/requirements.ts'
import type { Connection } from '../db/servers.ts'
import { withSession } from '../db/session.ts'
import { archivosDirOf, type Env } from '../env.ts'
import { FileStore } from '../fileStore.ts'
import { addFiles, storeOf } from '../respaldo/files.ts'
import { makeWhole, refuseFilled } from '../respaldo/folders.ts'
import { type Backup, readBackup, refuseFilledDatabase, restore } from '../respaldo/restore.ts'
import { runCommand, say } from './command.ts'
import { mendData } from './mendData.ts'

// npm run restore -- <folder>: makes an absent or empty DATA_DIR, or an empty DATABASE_URL, equal to a backup.

/** @param files where those of the backup are added */
async function restoreInto(
  connection: Connection,
  backup: Backup,
  files: string,
  signal: AbortSignal,
): Promise<string[]> {
  await withSession(connection, signal, refuseFilledDatabase)
  const db = connect(connection, () => undefined, 1)
  try {
    await checkServer(db)
  } finally {
    await db.close()
  }
  // Before the rows that name them; nobody minds those that no row names.
  const owner =
    statSync(files, { throwIfNoEntry: false }) ?? statSync(dirname(files), { throwIfNoEntry: false })
  await addFiles(backup.files.there, { from: storeOf(backup.folder), to: new FileStore(files), signal })
  if (owner) giveTree(files, { uid: owner.uid, gid: owner.gid, prefix: [] })
  return withSession(connection, signal, (session) => restore(session, backup, mendData))
}

/** Where files go while DATA_DIR is being made there: what lies in DATA_DIR is made with it. */
function filesBeside(env: Env, beside: string): string {
  const files = archivosDirOf(env)
  const inside = relative(env.DATA_DIR, files)
  return inside.startsWith('..') ? files : join(beside, inside)
}

/** Builds beside with a database of its own: DATA_DIR is whole or as it was. */
const makeDataDir = (env: Env, backup: Backup, signal: AbortSignal): Promise<string[]> =>
  makeWhole(env.DATA_DIR, async (beside) => {
    const there = statSync(env.DATA_DIR, { throwIfNoEntry: false })
    // Whoever was given the empty folder is to serve the data.
    if (there && process.getuid?.() === 0) chownSync(beside, there.uid, there.gid)
    const postgres = await startPostgres({ dataDir: beside, notice: say })
    try {
      return await restoreInto(postgres.connection, backup, filesBeside(env, beside), signal)
    } finally {
      await postgres.stop()
    }
  })

async function restoreBackup(env: Env, folder: string, signal: AbortSignal) {
  const { DATABASE_URL, DATA_DIR } = env
  if (!DATABASE_URL) refuseFilled(DATA_DIR, 'DATA_DIR')
  const backup = await readBackup(folder)
  const mended = DATABASE_URL
    ? await restoreInto({ connectionString: DATABASE_URL }, backup, archivosDirOf(env), signal)
    : await makeDataDir(env, backup, signal)
  return [...mended, ...missingOf(backup)]
}

const missingOf = ({ files: { there, missing } }: Backup): string[] =>
  missing.length === 0
    ? []
    : [
        `Faltan ${missing.length} de ${there.length + missing.length} archivos (${missing[0]}…) en el respaldo.`,
      ]

await runCommand('npm run restore -- <carpeta>', 1, async ({ env, words: [word = ''], signal }) => {
  const folder = resolve(word)
  const mended = await restoreBackup(env, folder, signal)
  for (const line of mended) say(line)
  say(`Respaldo de ${folder} restaurado en ${env.DATABASE_URL ? 'DATABASE_URL' : env.DATA_DIR}.`)
})
