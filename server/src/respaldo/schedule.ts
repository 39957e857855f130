import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { causeOf, StartError } from '@flota/postgres/startError.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Now } from '../clock.ts'
import { findVersion, newestVersion } from '../db/migrate.ts'
import type { Connection } from '../db/servers.ts'
import { withSession } from '../db/session.ts'
import type { Database } from '../db/sql.ts'
import type { Env } from '../env.ts'
import type { FileStore } from '../store/FileStore.ts'
import { backup } from './backup.ts'
import { addFiles, namedIn, sharedStore } from './files.ts'
import { prepareBackups, sweepBackups } from './folders.ts'
import { type Made, made as madeSchema, OwnBackups } from './own.ts'
import { readState } from './tables.ts'

/** Where the embedded database's own backups go; undefined where none are made. */
export function backupDirOf({ BACKUP_DIR, DATABASE_URL, DATA_DIR }: Env): string | undefined {
  if (DATABASE_URL || BACKUP_DIR === 'off') return undefined
  return BACKUP_DIR ?? `${DATA_DIR}-respaldos`
}

const command = fileURLToPath(new URL('../commands/ownBackup.ts', import.meta.url))

interface Site {
  db: Database
  env: Env
  folder: string
  log: FastifyBaseLogger
  now?: Now
}

/** Looks every minute whether a backup is due. A separate process makes it, so no call waits for it. */
export function scheduleBackups({ db, env, folder, log, now = () => new Date() }: Site) {
  const interrupted = new AbortController()
  const own = new OwnBackups({
    folder,
    zone: env.TZ_EMPRESA,
    now,
    read: () => readState(db),
    async make(path) {
      const made = await runBackup(path, env, interrupted.signal)
      tell(made, log)
      return made
    },
    onError: (err) => log.error({ err }, 'own backup failed'),
  })
  const timer = setInterval(() => void own.tick(), 60_000).unref()
  return {
    last: own.last,
    tick: () => own.tick(),
    async stop() {
      clearInterval(timer)
      interrupted.abort()
      await own.stop()
    },
  }
}

function tell({ archivos_faltan, renewed, unreadable }: Made, log: FastifyBaseLogger): void {
  if (archivos_faltan === null) log.warn('the store of files is away: own backup made without a look at it')
  else if (archivos_faltan > 0)
    log.error({ archivos_faltan }, 'files without whole bytes; npm run check-data says which')
  if (renewed > 0) log.warn({ renewed }, 'damaged files of the own backups copied anew: look at their disk')
  for (const name of unreadable) log.warn({ name }, 'own backup that cannot be read: skipped')
}

/** @throws {StartError} with the command's own line when it fails */
async function runBackup(path: string, { DATA_DIR }: Env, signal: AbortSignal): Promise<Made> {
  signal.throwIfAborted()
  const { DATABASE_URL: _, ...environment } = process.env
  const child = spawn(process.execPath, [command, path], {
    env: { ...environment, DATA_DIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', end)
  const [said, told] = [textOf(child.stdout), textOf(child.stderr)]
  await once(child, 'close').finally(() => signal.removeEventListener('abort', end))
  if (child.exitCode !== 0)
    throw new StartError((await told).trim().split('\n')[0] || 'El respaldo se interrumpió.')
  return madeSchema.parse(JSON.parse(await said))
}

/**
 * Backs up what an upgrade is about to change, in a folder that does not count among the kept backups.
 * @throws {StartError} when it can't be made: nothing has been changed then
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
  const path = join(folder, `antes-de-${program}`)
  // That of a start which failed after it: people may have gone on with the old program since.
  rmSync(path, { recursive: true, force: true })
  try {
    prepareBackups(folder)
    // Also of a start that was killed meanwhile.
    sweepBackups(folder)
    const { signal } = new AbortController()
    await withSession(connection, signal, (session) =>
      files.isFar
        ? backup(session, path, program, undefined, { isRowsAlone: true })
        : backup(session, path, program, async (beside, manifest) => {
            await addFiles(await namedIn(beside, manifest), { from: files, to: sharedStore(folder), signal })
          }),
    )
  } catch (error) {
    throw new StartError(
      `No se pudo respaldar la base de datos antes de actualizarla (${causeOf(error)}): haz lugar en ${folder}, o define BACKUP_DIR.`,
      { cause: error },
    )
  }
}
