import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'

const MAX_LOG_BYTES = 5 * 1024 * 1024
const TAIL_BYTES = 4096

export interface Log {
  fd: number
  /** Empties it when it has grown large. */
  trim(): void
  /** The last complaint since it was opened. */
  lastError(): string | undefined
  close(): void
}

export function openLog(dataDir: string): Log {
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW } = constants
  // The directory belongs to PostgreSQL's user: a link put there must not lead root elsewhere.
  const fd = openSync(join(dataDir, 'log/postgresql.log'), O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW, 0o600)
  const trim = () => {
    if (fstatSync(fd).size > MAX_LOG_BYTES) ftruncateSync(fd)
  }
  trim()
  const begin = fstatSync(fd).size
  return {
    fd,
    trim,
    lastError() {
      const { size } = fstatSync(fd)
      const tail = Buffer.alloc(Math.min(TAIL_BYTES, Math.max(0, size - begin)))
      readSync(fd, tail, 0, tail.length, size - tail.length)
      const line = tail.toString().split('\n').findLast(isErrorLine)
      return line?.replace(/^.*?(FATAL|PANIC): +/, '')
    },
    close: () => closeSync(fd),
  }
}

/** A refused connection, such as ours during the start, is not the reason why a server ends. */
const isErrorLine = (line: string) =>
  /FATAL|PANIC|error|not found|denied/.test(line) && !/FATAL: +(the database system is|database)/.test(line)
