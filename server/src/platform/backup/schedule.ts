import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { causeOf, StartError } from '@flota/postgres/startError.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Now } from '../clock.ts'
import { withDedicatedConnection } from '../db/dedicatedConnection.ts'
import { findVersion, newestVersion } from '../db/migrate.ts'
import { rejectOlder } from '../db/release100.ts'
import type { Connection } from '../db/servers.ts'
import type { Database } from '../db/sql.ts'
import type { Env } from '../env.ts'
import { respaldoS3Of } from '../envS3.ts'
import type { FileStore } from '../store/FileStore.ts'
import { AutomaticBackups, type BackupReport, backupReport } from './automaticBackup.ts'
import { writeBackup } from './backup.ts'
import { addFiles, filesStore, readReferencedHashes } from './backupFiles.ts'
import { prepareBackups, removePartialBackups } from './folders.ts'
import type { Manifest } from './manifest.ts'
import { OffsiteBackups } from './OffsiteBackups.ts'
import { readDatabaseState } from './tables.ts'

/** Returns the folder of the embedded database's automatic backups; undefined if there are none. */
export function backupDirOf({ BACKUP_DIR, DATABASE_URL, DATA_DIR }: Env): string | undefined {
  if (DATABASE_URL || BACKUP_DIR === 'off') return undefined
  return BACKUP_DIR ?? `${DATA_DIR}-respaldos`
}

interface BackupJobOptions {
  db: Database
  env: Env
  folder: string
  /** Paths of the scripts that run in child processes, each with a folder as its argument. */
  scripts: { automaticBackup: string; pushBackups: string }
  log: FastifyBaseLogger
  now?: Now
}

/** Checks every minute whether a backup is due. A child process makes it, so that no request waits. */
export function startBackupJob(options: BackupJobOptions) {
  const { db, env, folder, scripts, log, now = () => new Date() } = options
  const stopping = new AbortController()
  const runScript = (script: string, path: string) => runInChildProcess(script, path, env, stopping.signal)
  const automatic = new AutomaticBackups({
    folder,
    zone: env.TZ_EMPRESA,
    now,
    readState: () => readDatabaseState(db),
    async make(path) {
      const report = backupReport.parse(JSON.parse(await runScript(scripts.automaticBackup, path)))
      logReport(report, log)
      return report
    },
    onError: (err) => log.error({ err }, 'automatic backup failed'),
  })
  const offsite =
    respaldoS3Of(env) &&
    new OffsiteBackups({
      folder,
      now,
      push: async () => void (await runScript(scripts.pushBackups, folder)),
      onError: (err) => log.error({ err }, 'automatic backup not pushed to RESPALDO_S3_URL'),
    })
  // In parallel: an unavailable store must not delay a local backup.
  const tick = async () => void (await Promise.all([automatic.tick(), offsite?.tick()]))
  const timer = setInterval(() => void tick(), 60_000).unref()
  return {
    last: automatic.last,
    offsite: () => offsite?.last() ?? null,
    tick,
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await Promise.all([automatic.stop(), offsite?.stop()])
    },
  }
}

/**
 * Runs a script on the embedded database and returns its standard output.
 * @throws {StartError} with the first line of its standard error
 */
async function runInChildProcess(
  script: string,
  folder: string,
  { DATA_DIR }: Pick<Env, 'DATA_DIR'>,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted()
  const { DATABASE_URL: _, ...environment } = process.env
  const child = spawn(process.execPath, [script, folder], {
    env: { ...environment, DATA_DIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const terminate = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', terminate)
  const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)]
  await once(child, 'close').finally(() => signal.removeEventListener('abort', terminate))
  if (child.exitCode !== 0)
    throw new StartError((await stderr).trim().split('\n')[0] || 'El respaldo se interrumpió.')
  return stdout
}

function logReport({ archivos_faltan, renewed, unreadable }: BackupReport, log: FastifyBaseLogger): void {
  if (archivos_faltan === null) log.warn('file store unavailable: automatic backup made without checking it')
  else if (archivos_faltan > 0)
    log.error({ archivos_faltan }, 'files without whole bytes; npm run check-data says which')
  if (renewed > 0) log.warn({ renewed }, 'damaged files of the automatic backups replaced: check their disk')
  for (const name of unreadable) log.warn({ name }, 'automatic backup unreadable: skipped')
}

/**
 * Backs up the database before an upgrade changes it. Retention ignores this backup.
 * @throws {StartError} if it fails; nothing has been changed then
 */
export async function backupBeforeUpgrade(
  db: Database,
  connection: Connection,
  folder: string,
  program: string,
  files: FileStore,
): Promise<void> {
  const version = await findVersion(db)
  if (version === 0 || version >= (await newestVersion())) return
  rejectOlder(version)
  const path = join(folder, `antes-de-${program}`)
  // Delete the backup of an earlier failed upgrade: the old program may have written since.
  rmSync(path, { recursive: true, force: true })
  try {
    prepareBackups(folder)
    removePartialBackups(folder)
    const { signal } = new AbortController()
    const addReferenced = async (staging: string, manifest: Manifest) => {
      if (files.isRemote) return
      const referenced = await readReferencedHashes(staging, manifest)
      await addFiles(referenced, { from: files, to: filesStore(folder), signal })
    }
    await withDedicatedConnection(connection, signal, (session) =>
      writeBackup(session, path, program, addReferenced, { isRowsAlone: files.isRemote }),
    )
  } catch (error) {
    throw new StartError(
      `No se pudo respaldar la base de datos antes de actualizarla (${causeOf(error)}): haz lugar en ${folder}, o define BACKUP_DIR.`,
      { cause: error },
    )
  }
}
