import { existingDataDir, startTestPostgres } from '@flota/postgres/test/harness.ts'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { ensureFirstAdmin } from '../../features/session/firstAdmin.ts'
import { startReplicaPair } from '../../test/replicaPair.ts'
import { userPassword } from '../../test/users.ts'
import { readEnv } from '../env.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { replicaOrPrimary } from './replica.ts'
import { type Database, one, run, sql } from './sql.ts'

const nameOf = (db: Database, { primary }: { primary: Database }) => (db === primary ? 'primary' : 'replica')

test('replicaOrPrimary: returns the replica while it is fresh, else the primary', async () => {
  const { stopReplica, ...both } = await startReplicaPair()
  const { primary, replica } = both
  const chosen = async (seconds?: number) => nameOf(await replicaOrPrimary(primary, replica, seconds)(), both)
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

test('reports: read from the replica', async () => {
  const { stopReplica, ...both } = await startReplicaPair()
  await migrate(both.primary)
  await expect
    .poll(async () => nameOf(await replicaOrPrimary(both.primary, both.replica, 0)(), both), {
      timeout: 30_000,
    })
    .toBe('replica')
  const statements: string[] = []
  const watched: Database = {
    ...both.replica,
    query: (statement) => {
      statements.push(statement.text)
      return both.replica.query(statement)
    },
    snapshot: (read) => {
      statements.push('snapshot')
      return both.replica.snapshot(read)
    },
  }
  const app = buildApp({
    db: both.primary,
    replica: watched,
    env: readEnv({}),
    log: pino({ level: 'silent' }),
    version: '0.0.0-prueba',
    webFolder: '/nonexistent',
  })
  await ensureFirstAdmin(both.primary, readEnv({ ADMIN_PASSWORD: userPassword }))
  const login = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'admin', password: userPassword },
  })
  const { data } = login.json<{ data: { token: string } }>()
  const headers = { authorization: `Bearer ${data.token}` }
  const report = await app.inject({ url: '/api/reportes', headers })
  expect(report.statusCode).toBe(200)
  expect(statements.filter((text) => text.includes('from resumen'))).toHaveLength(1)
  const workbook = await app.inject({ url: '/api/reportes/exportar', headers })
  expect(workbook.statusCode).toBe(200)
  expect(statements.filter((text) => text === 'snapshot')).toHaveLength(1)
  await app.close()
  await Promise.all([both.primary.close(), both.replica.close()])
  await stopReplica()
})

test('replicaOrPrimary: returns the primary when the other database is no replica', async () => {
  const server = await startTestPostgres(await existingDataDir())
  const [primary, other] = [
    connect(server.connection, () => undefined),
    connect(server.connection, () => undefined),
  ]
  expect(await replicaOrPrimary(primary, other)()).toBe(primary)
  expect(await replicaOrPrimary(primary, undefined)()).toBe(primary)
  await Promise.all([primary.close(), other.close()])
})
