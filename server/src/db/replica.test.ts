import { appendFileSync, cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from './connect.ts'
import { pgDirOf } from './embedded/cluster.ts'
import { existingDataDir, newPath, open } from './embedded/testing.ts'
import { nearestTo } from './replica.ts'
import { type Database, one, run, sql } from './sql.ts'

/** A primary and a replica that streams from it, both real. */
async function pair() {
  const primaryDir = await existingDataDir(newPath())
  const replicaDir = newPath()
  cpSync(primaryDir, replicaDir, {
    recursive: true,
    filter: (path) => !path.startsWith(join(primaryDir, 'run')),
  })
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
    stopReplica: () => replica.stop(),
  }
}

const nameOf = (db: Database, { primary }: { primary: Database }) => (db === primary ? 'primary' : 'replica')

test('reports read from the replica while it is fresh, and from the primary while it is not', async () => {
  const { stopReplica, ...both } = await pair()
  const { primary, replica } = both
  const chosen = async (seconds?: number) => nameOf(await nearestTo(primary, replica, seconds)(), both)
  const caughtUp = async () => (await chosen(0)) === 'replica'

  await run(primary, sql`create table hechos (n int)`)
  await expect.poll(caughtUp, { timeout: 30_000 }).toBe(true)

  await run(replica, sql`select pg_wal_replay_pause()`)
  await run(primary, sql`insert into hechos values (1)`)
  expect(await chosen()).toBe('replica')
  expect(await chosen(0)).toBe('primary')

  await run(replica, sql`select pg_wal_replay_resume()`)
  await expect.poll(caughtUp, { timeout: 30_000 }).toBe(true)
  expect(await one(replica, sql`select n from hechos`)).toEqual({ n: 1 })

  await stopReplica()
  expect(await chosen()).toBe('primary')
  await Promise.all([primary.close(), replica.close()])
})

test('a database that replicates nobody is no replica', async () => {
  const server = await open(await existingDataDir())
  const [primary, other] = [
    connect(server.connection, () => undefined),
    connect(server.connection, () => undefined),
  ]
  expect(await nearestTo(primary, other)()).toBe(primary)
  expect(await nearestTo(primary, undefined)()).toBe(primary)
  await Promise.all([primary.close(), other.close()])
})
