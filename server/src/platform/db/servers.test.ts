import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestPostgres } from '@flota/postgres/test/harness.ts'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { ensureFirstAdmin } from '../../features/session/firstAdmin.ts'
import { aPersona } from '../../test/factories.ts'
import { startFreezingProxy } from '../../test/freezingProxy.ts'
import { copyDataDir, startReplicaPair } from '../../test/replicaPair.ts'
import { userPassword } from '../../test/users.ts'
import { readEnv } from '../env.ts'
import { connect, migrationTimeoutMs } from './connect.ts'
import { migrate } from './migrate.ts'
import { openClient } from './servers.ts'
import { type Database, one, raw, run, sql } from './sql.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function aServer() {
  const server = await startTestPostgres(await copyDataDir())
  const proxy = await startFreezingProxy(`${server.connection.host}/.s.PGSQL.5432`)
  const direct = connect(server.connection, () => undefined)
  closing.push(
    () => proxy.close(),
    () => direct.close(),
  )
  return { at: `127.0.0.1:${proxy.port}`, direct, dataDir: await folderOf(direct) }
}

/** Opens a port that accepts connections and never answers, like a hung machine. */
async function aSilentPort() {
  const server = createServer((socket) => socket.on('error', () => undefined))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  // A server that listens on a port has an AddressInfo.
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const folderOf = async (db: Database) =>
  (await one<{ at: string }>(db, sql`select current_setting('data_directory') as at`))?.at

const address = (servers: string[], role = 'any') =>
  `postgres://postgres@${servers.join(',')}/flota?target_session_attrs=${role}`

function reach(servers: string[], role?: string): Database {
  const db = connect({ connectionString: address(servers, role) }, () => undefined)
  closing.push(() => db.close())
  return db
}

const nobody = '127.0.0.1:1'
/** The promise is 10 s; without a timeout a hung server would take longer than this. */
const soon = <T>(work: Promise<T>) => Promise.race([work, sleep(20_000, 'never')])

const makeReadOnly = async (db: Database) => {
  await run(db, raw('alter system set default_transaction_read_only = on'))
  await run(db, sql`select pg_reload_conf()`)
  await expect
    .poll(
      async () =>
        (await one<{ v: string }>(db, raw("select current_setting('default_transaction_read_only') as v")))
          ?.v,
    )
    .toBe('on')
}

test('server list: the program and its commands use the first server that answers', async () => {
  const good = await aServer()
  const silent = await aSilentPort()
  for (const before of [[nobody], [silent], [nobody, silent]]) {
    const db = reach([...before, good.at])
    expect(await soon(folderOf(db))).toBe(good.dataDir)
    // It is preferred from now on: parallel queries do not wait for the others again.
    const all = Promise.all(Array.from({ length: 16 }, () => run(db, sql`select pg_sleep(0.1)`)))
    expect(await soon(all)).toHaveLength(16)
    const client = await openClient({ connectionString: address([...before, good.at]) }, {})
    expect((await client.query('select 1 as n')).rows).toEqual([{ n: 1 }])
    await client.end()
  }
  await expect(run(reach([nobody, nobody]), sql`select 1`)).rejects.toThrow('ECONNREFUSED')
})

test('silence timeout: includes the wait for a hung server before', async () => {
  const [silent, slow] = [await aSilentPort(), await aServer()]
  const patience = 3000
  const db = connect({ connectionString: address([silent, slow.at]) }, () => undefined, 1, patience)
  closing.push(() => db.close())
  // The hung server took 1 s. statement_timeout alone would end it 0.5 s before the silence timeout.
  await expect(run(db, sql`select pg_sleep(10)`)).rejects.not.toMatchObject({ code: '57014' })
})

test('role of the address: is checked on the server', async () => {
  const [writable, readOnly] = [await aServer(), await aServer()]
  await makeReadOnly(readOnly.direct)
  const both = [readOnly.at, writable.at]
  const chosen = (role?: string) => folderOf(reach(both, role))
  expect(await chosen()).toBe(readOnly.dataDir)
  expect(await chosen('primary')).toBe(readOnly.dataDir)
  expect(await chosen('read-write')).toBe(writable.dataDir)
  expect(await folderOf(reach(both.toReversed(), 'read-only'))).toBe(readOnly.dataDir)
  // Neither is a standby.
  expect(await chosen('prefer-standby')).toBe(readOnly.dataDir)
  await expect(chosen('standby')).rejects.toThrow('The database server is not standby')
})

test('connection: is replaced when its server becomes read-only', async () => {
  const [before, after] = [await aServer(), await aServer()]
  const db = reach([before.at, after.at], 'read-write')
  await run(db, sql`create table hechos (n int)`)
  await run(after.direct, sql`create table hechos (n int)`)
  await makeReadOnly(before.direct)
  const write = () => run(db, sql`insert into hechos values (1)`)
  await expect(write()).rejects.toMatchObject({ code: '25006' })
  expect(await write()).toBe(1)
  expect(await folderOf(db)).toBe(after.dataDir)
})

test('failover: the program continues on the promoted standby', async () => {
  const { hosts, stopPrimary, ...both } = await startReplicaPair()
  closing.push(
    () => both.primary.close(),
    () => both.replica.close(),
    both.stopReplica,
  )
  const url = `postgres:///flota?user=postgres&host=${hosts.replica},${hosts.primary}&target_session_attrs=read-write`
  const prepared = connect({ connectionString: url }, () => undefined, 1, migrationTimeoutMs)
  await migrate(prepared)
  await ensureFirstAdmin(prepared, readEnv({ ADMIN_PASSWORD: userPassword }))
  await prepared.close()
  const db = connect({ connectionString: url }, () => undefined)
  closing.push(() => db.close())
  const app = buildApp({
    db,
    env: readEnv({}),
    log: pino({ level: 'silent' }),
    version: '0',
    webFolder: '/nonexistent',
  })
  closing.push(() => app.close())
  const post = async (path: string, payload: object, token = '') => {
    const answer = await app.inject({
      method: 'POST',
      url: path,
      payload,
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }
  const login = await post('/api/auth/login', { username: 'admin', password: userPassword })
  const { token } = login.body.data
  expect((await post('/api/clientes', aPersona(), token)).status).toBe(201)
  const seen = async () =>
    (await one<{ n: number }>(both.replica, sql`select count(*) as n from clientes`).catch(() => undefined))
      ?.n
  await expect.poll(seen, { timeout: 30_000 }).toBe(1)

  await stopPrimary()
  const refused = await post('/api/clientes', aPersona(), token)
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
  await run(both.replica, sql`select pg_promote()`)
  await expect
    .poll(async () => (await post('/api/clientes', aPersona(), token)).status, { timeout: 30_000 })
    .toBe(201)
})
