import { copyFileSync, fstatSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

const LARGEST = 5 * 1024 * 1024

/** PostgreSQL's own log, with one older file beside it. */
const logPath = (dataDir: string) => join(dataDir, 'log', 'postgresql.log')

/** Opens the log for a server to append to. */
export function openLog(dataDir: string): { fd: number; reason(): string | undefined } {
  trimLog(dataDir)
  const path = logPath(dataDir)
  const fd = openSync(path, 'a', 0o600)
  const begin = fstatSync(fd).size
  return {
    fd,
    /** The last complaint since it was opened. */
    reason() {
      const lines = readFileSync(path).subarray(begin).toString().split('\n')
      const line = lines.findLast((text) => /FATAL|PANIC|error|not found|denied/.test(text))
      return line?.replace(/^.*?(FATAL|PANIC): +/, '')
    },
  }
}

/** Keeps the log small while a server appends to it: it can be emptied under its hands, not replaced. */
export function trimLog(dataDir: string): void {
  const path = logPath(dataDir)
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < LARGEST) return
  copyFileSync(path, `${path}.1`)
  truncateSync(path)
}
