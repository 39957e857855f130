import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pgDirOf } from './cluster.ts'
import { LOCK_FILE, lockFile } from './dataDirLock.ts'
import { postgresProcesses } from './processes.ts'

/** Milliseconds after which nobody is still about to lock a folder that was made. */
const abandonedAfterMs = 60_000

/** Takes away a data directory that was never finished, unless somebody is at it. @returns whether it is gone */
export function removeAbandoned(dataDir: string): boolean {
  const file = join(dataDir, LOCK_FILE)
  if (!existsSync(file)) {
    if (statSync(dataDir).mtimeMs > Date.now() - abandonedAfterMs) return false
    rmSync(dataDir, { recursive: true, force: true })
    return true
  }
  const lock = lockFile(file)
  if (!lock) return false
  try {
    if (postgresProcesses(pgDirOf(dataDir)).length > 0) return false
    rmSync(dataDir, { recursive: true, force: true })
    return true
  } finally {
    lock.release()
  }
}
