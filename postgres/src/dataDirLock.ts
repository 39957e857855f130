import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { causeOf, StartError } from './startError.ts'

/** Lock file; also marks a folder as a DATA_DIR. Remains after the release. */
export const LOCK_FILE = 'flota.lock'

/** File with the pid of the lock's holder, for error messages. */
export const HOLDER_FILE = 'flota.pid'

export class DataDirInUse extends StartError {}

export interface Lock {
  release(): void
}

/**
 * Locks a file, which it creates if needed. Node's SQLite takes a kernel lock, which ends with the process and works
 * between containers that share a volume.
 * @returns undefined while another process has the lock
 */
export function lockFile(path: string): Lock | undefined {
  let file: DatabaseSync | undefined
  try {
    // With the timeout, one of two simultaneous starts succeeds.
    file = new DatabaseSync(path, { timeout: 300 })
    // Keep the journal in memory, so that no second file appears.
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    if (file?.isOpen) file.close()
    if (isBusy(error)) return undefined
    throw error
  }
  const database = file
  return { release: () => database.close() }
}

/** @throws {DataDirInUse} if another program uses DATA_DIR */
export function lockDataDir(dataDir: string): Lock {
  const holder = join(dataDir, HOLDER_FILE)
  let lock: Lock | undefined
  try {
    lock = lockFile(join(dataDir, LOCK_FILE))
  } catch (error) {
    throw new StartError(`No se puede bloquear DATA_DIR (${dataDir}): ${causeOf(error)}.`)
  }
  if (!lock) throw new DataDirInUse(inUseMessage(holder))
  try {
    // Delete it first: root must not follow a link of PostgreSQL's user.
    rmSync(holder, { force: true })
    writeFileSync(holder, `${process.pid}\n`, { flag: 'wx' })
  } catch {
    // The file is informative only.
  }
  return {
    release() {
      rmSync(holder, { force: true })
      lock.release()
    },
  }
}

const SQLITE_BUSY = 5

const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY

function inUseMessage(holder: string): string {
  let pid = ''
  try {
    pid = ` (PID ${readFileSync(holder, 'utf8').trim()})`
  } catch {
    // The other program has not written the file yet.
  }
  return `DATA_DIR ya está en uso por otro proceso${pid}: detén ese programa o usa otro DATA_DIR.`
}
