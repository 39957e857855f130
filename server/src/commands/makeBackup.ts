import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { writeBackup } from '../platform/backup/backup.ts'
import {
  type AddFilesResult,
  countRows,
  type ReferencedHashes,
  readReferencedHashes,
} from '../platform/backup/backupFiles.ts'
import type { Manifest } from '../platform/backup/manifest.ts'
import { type DedicatedConnection, withDedicatedConnection } from '../platform/db/dedicatedConnection.ts'
import { one, raw } from '../platform/db/sql.ts'
import type { FileStore } from '../platform/store/FileStore.ts'
import { openStore } from '../platform/store/openStore.ts'
import { commandTimeouts } from '../platform/store/s3/Bucket.ts'
import { readVersion } from '../platform/version.ts'
import { type Command, withConnection } from './command.ts'

export interface AddBackupFilesInput {
  from: FileStore
  signal: AbortSignal
  /** The folder in which the backup is being made. */
  stagingFolder: string
  /** That all rows are of. */
  moment: Date
}

export interface BackupResult {
  manifest: Manifest
  /** How many files its rows name, how many of them had no complete bytes, and how many damaged ones were renewed. */
  files: number
  missing: number
  renewed: number
  /** It is of the rows alone. */
  isRowsAlone: boolean
}

/** How far behind everybody else's work, as `nice` counts. */
const niceness = 10

/** Lets others go first: this process does, and the embedded database's, which reads for `session`. */
async function lowerPriority(session: DedicatedConnection, isEmbedded: boolean): Promise<void> {
  setPriority(niceness)
  if (!isEmbedded) return
  const row = await one<{ pid: number }>(session, raw('select pg_backend_pid() as pid'))
  try {
    setPriority(row?.pid ?? 0, niceness)
    // Linux weighs sessions first and processes within one, and each of PostgreSQL's is a session of its own.
    writeFileSync(`/proc/${row?.pid}/autogroup`, String(niceness))
  } catch {
    // Where it may not, or there are no such groups, the backup is only less polite.
  }
}

/**
 * The database first and its files second: what the rows name is there by then, and stays.
 * @param add puts the files where this backup keeps them; undefined: it is of the rows alone
 */
export async function makeBackup(
  { env, signal }: Pick<Command, 'env' | 'signal'>,
  folder: string,
  add: ((named: ReferencedHashes, adding: AddBackupFilesInput) => Promise<AddFilesResult>) | undefined,
): Promise<BackupResult> {
  const version = await readVersion()
  const isRowsAlone = add === undefined
  const found = { files: 0, missing: 0, renewed: 0, isRowsAlone }
  const manifest = await withConnection(env, (connection) =>
    withDedicatedConnection(connection, signal, async (session) => {
      await lowerPriority(session, env.DATABASE_URL === undefined)
      return writeBackup(
        session,
        folder,
        version,
        async (beside, made) => {
          const named = await readReferencedHashes(beside, made)
          found.files = countRows(named)
          if (!add) return
          // Its sizes are asked for after the rows: what they name is there.
          const from = await openStore(env, commandTimeouts).withSizes()
          const added = await add(named, {
            from,
            signal,
            stagingFolder: beside,
            moment: new Date(made.moment),
          })
          found.missing = countRows(named, added.missing)
          found.renewed = added.renewed.length
        },
        { isRowsAlone },
      )
    }),
  )
  return { manifest, ...found }
}
