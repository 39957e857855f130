import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { causeOf, StartError } from '@flota/postgres/startError.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Now } from '../clock.ts'
import { findVersion, newestVersion } from '../db/migrate.ts'
import type { Connection } from '../db/servers.ts'
import { withSession } from '../db/session.ts'
import type { Database } from '../db/sql.ts'
import type { Env } from '../env.ts'
import type { FileStore } from '../fileStore.ts'
import { backup } from './backup.ts'
import { addFiles, namedIn, sharedStore } from './files.ts'
import { OwnBackups } from './own.ts'
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

/** Looks every minute whether a backup is due. What makes it is a process of its own: nobody's call waits for it. */
export function scheduleBackups({ db, env, folder, log, now = () => new Date() }: Site) {
  const interrupted = new AbortController()
  const own = new OwnBackups({
    folder,
    zone: env.TZ_EMPRESA,
    now,
    read: () => readState(db),
    make: (path) => runBackup(path, env, interrupted.signal),
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

/** @throws {StartError} with the command's own line when it fails */
async function runBackup(path: string, { DATA_DIR }: Env, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { DATABASE_URL: _, ...environment } = process.env
  const child = spawn(process.execPath, [command, path], {
    env: { ...environment, DATA_DIR },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const end = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', end)
  let told = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  await once(child, 'close').finally(() => signal.removeEventListener('abort', end))
  if (child.exitCode !== 0) throw new StartError(told.trim().split('\n')[0] || 'El respaldo se interrumpió.')
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
    const { signal } = new AbortController()
    await withSession(connection, signal, (session) =>
      backup(session, path, program, async (beside, manifest) => {
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
