import { withSession } from '../db/session.ts'
import { archivosDirOf } from '../env.ts'
import { FileStore } from '../fileStore.ts'
import { backup } from '../respaldo/backup.ts'
import { addFiles, namedIn } from '../respaldo/files.ts'
import { standBack } from '../respaldo/standBack.ts'
import { readVersion } from '../version.ts'
import { type Command, withConnection } from './command.ts'

interface Files {
  /** Where the backup that is being made in this folder keeps them. */
  storeOf: (beside: string) => FileStore
  /** Bytes that must be free afterwards. */
  leaves?: number
}

/** The database first and its files second: what the rows name is there by then, and stays. */
export async function makeBackup(
  { env, signal }: Pick<Command, 'env' | 'signal'>,
  folder: string,
  to: Files,
) {
  const version = await readVersion()
  const from = new FileStore(archivosDirOf(env))
  const found = { files: 0, missing: 0 }
  const manifest = await withConnection(env, (connection) =>
    withSession(connection, signal, async (session) => {
      await standBack(session, env.DATABASE_URL === undefined)
      return backup(session, folder, version, async (beside, made) => {
        const named = await namedIn(beside, made)
        const { storeOf, ...more } = to
        const missing = await addFiles(named, { from, to: storeOf(beside), signal, ...more })
        Object.assign(found, { files: named.size - missing.length, missing: missing.length })
      })
    }),
  )
  return { manifest, ...found }
}
