import { totalmem } from 'node:os'

const MB = 1024 * 1024

/** An eighth of the memory that we may use, at most 256 MB: the rest is worth more as the system's file cache. */
function sharedBuffers(): number {
  const allowed = process.constrainedMemory() || totalmem()
  return Math.max(32, Math.min(256, Math.floor(Math.min(allowed, totalmem()) / MB / 8)))
}

/** Given on the command line, which outranks every file in the data directory. */
export function serverSettings(clusterName: string): string[] {
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
    // What has to be replayed after a crash is bounded by it.
    max_wal_size: '1GB',
    wal_compression: 'on',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A refused statement is the program's to tell, not the database's.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
