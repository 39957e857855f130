import { once } from 'node:events'
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { spawnAs } from './account.ts'
import { pgDirOf } from './cluster.ts'
import { clusterName, endPostgres } from './processes.ts'
import type { PostgresRuntime } from './runtime.ts'

export interface PostgresServer {
  /** Resolves at the end with the reason, if known. */
  ended: Promise<string>
  alive(): boolean
  stop(): Promise<void>
}

/**
 * Shell script that runs PostgreSQL and shuts it down when standard input closes, because the program stopped or died.
 * It ignores signals to the process group. It repeats SIGINT, because a starting postmaster ignores it. The last line
 * ends the waiting subshell.
 */
const LIFELINE = `
trap '' HUP INT TERM
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
{ cat >/dev/null; while kill -INT "$server"; do sleep 1; done; } <&3 2>/dev/null &
wait "$server"
kill -KILL 0`

/** Limit of a fast shutdown. The whole program has 20 s. */
const SHUTDOWN_TIMEOUT_MS = 9_000

export function launchServer(dataDir: string, { account, binDir }: PostgresRuntime): PostgresServer {
  const pgDir = pgDirOf(dataDir)
  const log = openLog(dataDir)
  const postgres = join(binDir, 'postgres')
  const command = ['sh', '-c', LIFELINE, 'sh', postgres, '-D', pgDir, ...serverSettings(clusterName(pgDir))]
  const child = spawnAs(account, command, ['pipe', log.fd, log.fd])
  child.stdin?.on('error', () => {})
  const trimming = setInterval(() => log.trim(), 60_000).unref()
  let alive = true
  const ended = once(child, 'exit')
    .then(
      () => log.lastError() ?? 'sin motivo conocido',
      (error: Error) => error.message,
    )
    .finally(() => {
      alive = false
      clearInterval(trimming)
      log.close()
      child.stdin?.destroy()
    })
  return {
    ended,
    alive: () => alive,
    async stop() {
      child.stdin?.end()
      await endPostgres(pgDir, SHUTDOWN_TIMEOUT_MS)
      await ended
    },
  }
}

const MB = 1024 * 1024

/** Returns an eighth of the available memory in MB, at most 256: the rest is more useful as file cache. */
function sharedBuffers(): number {
  const allowed = process.constrainedMemory() || totalmem()
  return Math.max(32, Math.min(256, Math.floor(Math.min(allowed, totalmem()) / MB / 8)))
}

/** Returns command line options, which take precedence over the configuration files. */
function serverSettings(clusterName: string): string[] {
  const settings = {
    cluster_name: clusterName,
    // Relative to pg/, so that DATA_DIR may have any length and characters.
    unix_socket_directories: '../run',
    unix_socket_permissions: '0700',
    listen_addresses: '',
    port: 5432,
    max_connections: 100,
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    shared_buffers: `${sharedBuffers()}MB`,
    // Files in pg/: /dev/shm has 64 MB in a container, and systemd may delete shared memory at a logout.
    dynamic_shared_memory_type: 'mmap',
    // Limits the WAL of a crash recovery. A smaller value slows writes (docs/decisions/0024-memory-and-recovery.md).
    max_wal_size: '256MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The program logs failed statements itself.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const MAX_LOG_BYTES = 5 * 1024 * 1024
const TAIL_BYTES = 4096

interface Log {
  fd: number
  trim(): void
  /** Returns the last error since the log was opened. */
  lastError(): string | undefined
  close(): void
}

function openLog(dataDir: string): Log {
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW } = constants
  // O_NOFOLLOW: root must not follow a link of PostgreSQL's user.
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

/** Ignores rejected connections, such as ours during the start: they do not end a server. */
const isErrorLine = (line: string) =>
  /FATAL|PANIC|error|not found|denied/.test(line) && !/FATAL: +(the database system is|database)/.test(line)
