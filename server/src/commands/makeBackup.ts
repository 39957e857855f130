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
import type { AddSharedOptions } from '../platform/backup/sharedFiles.ts'
import { type DedicatedConnection, withDedicatedConnection } from '../platform/db/dedicatedConnection.ts'
import { raw, scalar } from '../platform/db/sql.ts'
import { openCommandStore } from '../platform/store/openStore.ts'
import { readVersion } from '../platform/version.ts'
import { type Command, withConnection } from './command.ts'

/** Copies the files of a backup. */
export type AddBackupFiles = (
  referenced: ReferencedHashes,
  input: AddSharedOptions & { stagingFolder: string },
) => Promise<AddFilesResult>

export interface BackupResult {
  manifest: Manifest
  /** Number of rows with a file. */
  files: number
  /** Number of rows whose file is missing or damaged. */
  missing: number
  /** Number of replaced damaged files. */
  renewed: number
  isRowsAlone: boolean
}

/** Priority of background work, as of `nice`. */
export const niceness = 10

/** Lowers the priority of this process and of the embedded database's process for `session`. */
async function lowerPriority(session: DedicatedConnection, isEmbedded: boolean): Promise<void> {
  setPriority(niceness)
  if (!isEmbedded) return
  const pid = await scalar<number>(session, raw('select pg_backend_pid()'))
  try {
    setPriority(pid ?? 0, niceness)
    // Linux schedules sessions before processes, and each PostgreSQL process is a session of its own.
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
  } catch {
    // Not permitted or not Linux: the backup runs with normal priority.
  }
}

/**
 * Backs up the rows before the files, so that the store has all files that the rows reference.
 * @param add undefined makes a backup of the rows alone
 */
export async function makeBackup(
  { env, signal }: Pick<Command, 'env' | 'signal'>,
  folder: string,
  add: AddBackupFiles | undefined,
): Promise<BackupResult> {
  const version = await readVersion()
  const isRowsAlone = add === undefined
  const counts = { files: 0, missing: 0, renewed: 0 }
  const manifest = await withConnection(env, (connection) =>
    withDedicatedConnection(connection, signal, async (session) => {
      await lowerPriority(session, env.DATABASE_URL === undefined)
      return writeBackup(
        session,
        folder,
        version,
        async (stagingFolder, snapshot) => {
          const referenced = await readReferencedHashes(stagingFolder, snapshot)
          counts.files = countRows(referenced)
          if (!add) return
          const from = await openCommandStore(env).withSizes()
          const moment = new Date(snapshot.moment)
          const added = await add(referenced, { from, signal, stagingFolder, moment })
          counts.missing = countRows(referenced, added.missing)
          counts.renewed = added.renewed.length
        },
        { isRowsAlone },
      )
    }),
  )
  return { manifest, ...counts, isRowsAlone }
}
