import { once } from 'node:events'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { spawnAs } from './account.ts'
import { pgDirOf } from './cluster.ts'
import { openLog } from './log.ts'
import { clusterName, endPostgres } from './processes.ts'
import type { PostgresRuntime } from './runtime.ts'

export interface PostgresServer {
  /** Resolves, when it has ended, with the reason as far as it is known. */
  ended: Promise<string>
  alive(): boolean
  /** Fast shutdown; resolves when no process is left. */
  stop(): Promise<void>
}

/**
 * The lifeline: when standard input closes, because the program closed it or died of whatever, the database is shut
 * down fast. It ends when the database does. Signals to the group are not for it: the program decides.
 * It asks more than once, because a postmaster that is just starting does not hear; its last line takes along
 * whoever still waits.
 */
const LIFELINE = `
trap '' HUP INT TERM
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
{ cat >/dev/null; while kill -INT "$server"; do sleep 1; done; } <&3 2>/dev/null &
wait "$server"
kill -KILL 0`

/** Fast shutdown may take this long, milliseconds; the program as a whole has 20 s. */
const SHUTDOWN_TIMEOUT_MS = 9_000

export function launchServer(dataDir: string, { account, binDir }: PostgresRuntime): PostgresServer {
  const pgDir = pgDirOf(dataDir)
  const log = openLog(dataDir)
  const postgres = join(binDir, 'postgres')
  const command = ['sh', '-c', LIFELINE, 'sh', postgres, '-D', pgDir, ...serverSettings(clusterName(pgDir))]
  const child = spawnAs(account, command, ['pipe', log.fd, log.fd])
  // Writing to a lifeline that is gone is not worth a crash.
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

/** An eighth of the memory that we may use, at most 256 MB: the rest is worth more as the system's file cache. */
function sharedBuffers(): number {
  const allowed = process.constrainedMemory() || totalmem()
  return Math.max(32, Math.min(256, Math.floor(Math.min(allowed, totalmem()) / MB / 8)))
}

/** Given on the command line, which outranks every file in the data directory. */
function serverSettings(clusterName: string): string[] {
  const settings = {
    cluster_name: clusterName,
    // Relative to pg/: any length and any character of DATA_DIR works.
    unix_socket_directories: '../run',
    unix_socket_permissions: '0700',
    listen_addresses: '',
    port: 5432,
    max_connections: 100,
    // Nothing that was acknowledged is lost.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    shared_buffers: `${sharedBuffers()}MB`,
    // Files under pg/: /dev/shm is 64 MB in a container, and a logout may sweep away shared memory.
    dynamic_shared_memory_type: 'mmap',
    // Limits the WAL that a crash recovery replays. A smaller value slows writes (docs/decisions/0024-memory-and-recovery.md).
    max_wal_size: '256MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The program reports refused statements, not the database.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
