import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { causeOf, StartError } from '@flota/postgres/startError.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Now } from '../clock.ts'
import { withDedicatedConnection } from '../db/dedicatedConnection.ts'
import { findVersion, newestVersion } from '../db/migrate.ts'
import { refuseOlder } from '../db/release100.ts'
import type { Connection } from '../db/servers.ts'
import type { Database } from '../db/sql.ts'
import type { Env } from '../env.ts'
import { respaldoS3Of } from '../envS3.ts'
import type { FileStore } from '../store/FileStore.ts'
import { AutomaticBackups, type BackupReport, backupReport as madeSchema } from './automaticBackup.ts'
import { writeBackup } from './backup.ts'
import { addFiles, readReferencedHashes, sharedStore } from './backupFiles.ts'
import { prepareBackups, removePartialBackups } from './folders.ts'
import { OffsiteBackups } from './offsite/OffsiteBackups.ts'
import { runInChildProcess } from './runInChildProcess.ts'
import { readDatabaseState } from './tables.ts'

/** Where the embedded database's own backups go; undefined where none are made. */
export function backupDirOf({ BACKUP_DIR, DATABASE_URL, DATA_DIR }: Env): string | undefined {
  if (DATABASE_URL || BACKUP_DIR === 'off') return undefined
  return BACKUP_DIR ?? `${DATA_DIR}-respaldos`
}

interface BackupJobOptions {
  db: Database
  env: Env
  folder: string
  log: FastifyBaseLogger
  now?: Now
}

/** Looks every minute whether a backup is due. A separate process makes it, so no call waits for it. */
export function startBackupJob({ db, env, folder, log, now = () => new Date() }: BackupJobOptions) {
  const interrupted = new AbortController()
  const own = new AutomaticBackups({
    folder,
    zone: env.TZ_EMPRESA,
    now,
    readState: () => readDatabaseState(db),
    async make(path) {
      const said = await runInChildProcess('automaticBackup', path, env, interrupted.signal)
      const made = madeSchema.parse(JSON.parse(said))
      logReport(made, log)
      return made
    },
    onError: (err) => log.error({ err }, 'own backup failed'),
  })
  const offsite = respaldoS3Of(env) && createOffsiteBackups({ env, folder, log, now }, interrupted.signal)
  // Side by side: a store that is away keeps no own backup waiting.
  const tick = async () => void (await Promise.all([own.tick(), offsite?.tick()]))
  const timer = setInterval(() => void tick(), 60_000).unref()
  return {
    last: own.last,
    /** Of the store off this machine; null where none is set. */
    offsite: () => offsite?.last() ?? null,
    tick,
    async stop() {
      clearInterval(timer)
      interrupted.abort()
      await Promise.all([own.stop(), offsite?.stop()])
    },
  }
}

function createOffsiteBackups(
  { env, folder, log, now }: Required<Omit<BackupJobOptions, 'db'>>,
  signal: AbortSignal,
) {
  return new OffsiteBackups({
    folder,
    now,
    push: async () => void (await runInChildProcess('pushBackups', folder, env, signal)),
    onError: (err) => log.error({ err }, 'own backup not put into RESPALDO_S3_URL'),
  })
}

function logReport({ archivos_faltan, renewed, unreadable }: BackupReport, log: FastifyBaseLogger): void {
  if (archivos_faltan === null) log.warn('the store of files is away: own backup made without a look at it')
  else if (archivos_faltan > 0)
    log.error({ archivos_faltan }, 'files without whole bytes; npm run check-data says which')
  if (renewed > 0) log.warn({ renewed }, 'damaged files of the own backups copied anew: look at their disk')
  for (const name of unreadable) log.warn({ name }, 'own backup that cannot be read: skipped')
}

/**
 * Backs up what an upgrade is about to change, in a folder that does not count among the kept backups.
 * @throws {StartError} if it can't be made, or the database can't be upgraded: nothing has been changed then
 */
export async function backupBeforeUpgrade(
  db: Database,
  connection: Connection,
  folder: string,
  program: string,
  files: FileStore,
): Promise<void> {
  const found = await findVersion(db)
  if (found === 0 || found >= (await newestVersion())) return
  refuseOlder(found)
  const path = join(folder, `antes-de-${program}`)
  // That of a start which failed after it: people may have gone on with the old program since.
  rmSync(path, { recursive: true, force: true })
  try {
    prepareBackups(folder)
    // Also of a start that was killed meanwhile.
    removePartialBackups(folder)
    const { signal } = new AbortController()
    await withDedicatedConnection(connection, signal, (session) =>
      files.isRemote
        ? writeBackup(session, path, program, undefined, { isRowsAlone: true })
        : writeBackup(session, path, program, async (beside, manifest) => {
            await addFiles(await readReferencedHashes(beside, manifest), {
              from: files,
              to: sharedStore(folder),
              signal,
            })
          }),
    )
  } catch (error) {
    throw new StartError(
      `No se pudo respaldar la base de datos antes de actualizarla (${causeOf(error)}): haz lugar en ${folder}, o define BACKUP_DIR.`,
      { cause: error },
    )
  }
}
