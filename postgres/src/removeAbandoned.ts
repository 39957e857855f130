import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pgDirOf } from './cluster.ts'
import { LOCK_FILE, lockFile } from './dataDirLock.ts'
import { postgresProcesses } from './processes.ts'

/** A younger folder without a lock file may still get one. */
const abandonedAfterMs = 60_000

/** Deletes an unfinished data directory unless a process uses it. @returns whether it was deleted */
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
