import { appendFileSync, cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pgDirOf } from '@flota/postgres/cluster.ts'
import { existingDataDir, newPath, open } from '@flota/postgres/test/harness.ts'
import { connect } from '../platform/db/connect.ts'

/** A stopped database of its own, made once for a test file and copied. */
export async function aDataDir(): Promise<string> {
  const [from, to] = [await existingDataDir(), newPath()]
  cpSync(from, to, { recursive: true, filter: (path) => !path.startsWith(join(from, 'run')) })
  return to
}

/** A primary and a replica that streams from it, both real. */
export async function pair() {
  const [primaryDir, replicaDir] = [await aDataDir(), await aDataDir()]
  const primary = await open(primaryDir)
  const { host } = primary.connection
  writeFileSync(join(pgDirOf(replicaDir), 'standby.signal'), '')
  appendFileSync(
    join(pgDirOf(replicaDir), 'postgresql.auto.conf'),
    `\nprimary_conninfo = 'host=''${host}'' user=postgres'\n`,
  )
  const replica = await open(replicaDir)
  return {
    primary: connect(primary.connection, () => undefined),
    replica: connect(replica.connection, () => undefined),
    hosts: { primary: host, replica: replica.connection.host },
    stopPrimary: () => primary.stop(),
    stopReplica: () => replica.stop(),
  }
}
