import { appendFileSync, cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pgDirOf } from '@flota/postgres/cluster.ts'
import { existingDataDir, newPath, startTestPostgres } from '@flota/postgres/test/harness.ts'
import { connect } from '../platform/db/connect.ts'

/** Copies a stopped database, created once per test file. */
export async function copyDataDir(): Promise<string> {
  const [from, to] = [await existingDataDir(), newPath()]
  cpSync(from, to, { recursive: true, filter: (path) => !path.startsWith(join(from, 'run')) })
  return to
}

/** Starts a primary and a streaming replica. */
export async function startReplicaPair() {
  const [primaryDir, replicaDir] = [await copyDataDir(), await copyDataDir()]
  const primary = await startTestPostgres(primaryDir)
  const { host } = primary.connection
  writeFileSync(join(pgDirOf(replicaDir), 'standby.signal'), '')
  appendFileSync(
    join(pgDirOf(replicaDir), 'postgresql.auto.conf'),
    `\nprimary_conninfo = 'host=''${host}'' user=postgres'\n`,
  )
  const replica = await startTestPostgres(replicaDir)
  return {
    primary: connect(primary.connection, () => undefined),
    replica: connect(replica.connection, () => undefined),
    hosts: { primary: host, replica: replica.connection.host },
    stopPrimary: () => primary.stop(),
    stopReplica: () => replica.stop(),
  }
}
