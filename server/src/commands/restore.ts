import { chownSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { startPostgres } from '@flota/postgres/startPostgres.ts'
import { connect } from '../db/connect.ts'
import { checkServer } from '../db/requirements.ts'
import type { Connection } from '../db/servers.ts'
import { withSession } from '../db/session.ts'
import type { Env } from '../env.ts'
import { makeWhole, refuseFilled } from '../respaldo/folders.ts'
import { type Backup, readBackup, refuseFilledDatabase, restore } from '../respaldo/restore.ts'
import { runCommand, say } from './command.ts'
import { mendData } from './mendData.ts'

// npm run restore -- <folder>: makes an absent or empty DATA_DIR, or an empty DATABASE_URL, equal to a backup.

async function restoreInto(connection: Connection, backup: Backup, signal: AbortSignal): Promise<string[]> {
  await withSession(connection, signal, refuseFilledDatabase)
  const db = connect(connection, () => undefined, 1)
  try {
    await checkServer(db)
  } finally {
    await db.close()
  }
  return withSession(connection, signal, (session) => restore(session, backup, mendData))
}

/** Builds beside with a database of its own: DATA_DIR is whole or as it was. */
const makeDataDir = (dataDir: string, backup: Backup, signal: AbortSignal): Promise<string[]> =>
  makeWhole(dataDir, async (beside) => {
    const there = statSync(dataDir, { throwIfNoEntry: false })
    // Whoever was given the empty folder is to serve the data.
    if (there && process.getuid?.() === 0) chownSync(beside, there.uid, there.gid)
    const postgres = await startPostgres({ dataDir: beside, notice: say })
    try {
      return await restoreInto(postgres.connection, backup, signal)
    } finally {
      await postgres.stop()
    }
  })

async function restoreBackup({ DATABASE_URL, DATA_DIR }: Env, folder: string, signal: AbortSignal) {
  if (!DATABASE_URL) refuseFilled(DATA_DIR, 'DATA_DIR')
  const backup = await readBackup(folder)
  return DATABASE_URL
    ? restoreInto({ connectionString: DATABASE_URL }, backup, signal)
    : makeDataDir(DATA_DIR, backup, signal)
}

await runCommand('npm run restore -- <carpeta>', 1, async ({ env, words: [word = ''], signal }) => {
  const folder = resolve(word)
  const mended = await restoreBackup(env, folder, signal)
  for (const line of mended) say(line)
  say(`Respaldo de ${folder} restaurado en ${env.DATABASE_URL ? 'DATABASE_URL' : env.DATA_DIR}.`)
})
