import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { causeOf, StartError } from './startError.ts'

/** The file that marks a directory as ours; it stays when the lock is released. */
export const LOCK_FILE = 'flota.lock'

/** Beside it, the pid of whoever holds the lock, for people to read. */
export const HOLDER_FILE = 'flota.pid'

export class DataDirInUse extends StartError {}

export interface Lock {
  release(): void
}

/**
 * Locks a file, which is made where there is none and stays. SQLite, part of Node, gives a lock of the kernel's: it
 * ends with the process whatever kills it, and it holds between containers that share a volume.
 * @returns undefined while another process holds it
 */
export function lockFile(path: string): Lock | undefined {
  let file: DatabaseSync | undefined
  try {
    // Two starts in the same instant get in each other's way for a moment; waiting lets one of them win.
    file = new DatabaseSync(path, { timeout: 300 })
    // Without a journal, nothing but the lock is left beside the data.
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    if (file?.isOpen) file.close()
    if (isBusy(error)) return undefined
    throw error
  }
  const database = file
  return { release: () => database.close() }
}

/** One program per DATA_DIR. */
export function lockDataDir(dataDir: string): Lock {
  const holder = join(dataDir, HOLDER_FILE)
  const lock = lockOrThrow(dataDir, () => new DataDirInUse(inUseMessage(holder)))
  try {
    // Made anew, as a link put there by PostgreSQL's user must not lead root elsewhere.
    rmSync(holder, { force: true })
    writeFileSync(holder, `${process.pid}\n`, { flag: 'wx' })
  } catch {
    // A full disk: the lock is held without it.
  }
  return {
    release() {
      rmSync(holder, { force: true })
      lock.release()
    },
  }
}

function lockOrThrow(dataDir: string, busy: () => StartError): Lock {
  let lock: Lock | undefined
  try {
    lock = lockFile(join(dataDir, LOCK_FILE))
  } catch (error) {
    throw new StartError(`No se puede bloquear DATA_DIR (${dataDir}): ${causeOf(error)}.`)
  }
  if (!lock) throw busy()
  return lock
}

const SQLITE_BUSY = 5

const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY

function inUseMessage(holder: string): string {
  let pid = ''
  try {
    pid = ` (PID ${readFileSync(holder, 'utf8').trim()})`
  } catch {
    // The other one is just starting and hasn't written it yet.
  }
  return `DATA_DIR ya está en uso por otro proceso${pid}: detén ese programa o usa otro DATA_DIR.`
}
