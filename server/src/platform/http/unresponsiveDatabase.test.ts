import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { findConnection } from '../../test/emptyDatabase.ts'
import { aCamion, aPersona } from '../../test/factories.ts'
import { startFreezingProxy } from '../../test/freezingProxy.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { connect } from '../db/connect.ts'
import { type Database, many, one, sql } from '../db/sql.ts'

// Connections that fall silent without an error, as after a power cut or an address change.

let server: TestApp
let admin: Client
let proxy: Awaited<ReturnType<typeof startFreezingProxy>>
let pool: Database
/** Starts a program that reaches its database through the proxy. */
let client: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
beforeEach(async () => {
  const { host, user, database } = await findConnection(server.db)
  proxy = await startFreezingProxy(`${host}/.s.PGSQL.5432`)
  pool = connect(
    { connectionString: `postgres://${user}@127.0.0.1:${proxy.port}/${database}` },
    () => undefined,
  )
  client = server.clientOf(server.startAnotherApp({ db: pool }), admin.token)
})
afterEach(async () => {
  await pool.close()
  proxy.close()
})
afterAll(() => server.close())

/** The promise is 5 s; without a timeout a request would take longer than this. */
const soon = <T>(work: Promise<T>): Promise<T | string> => Promise.race([work, sleep(15_000, 'never')])

/** Opens this many connections and leaves them idle. */
const warm = (n: number) => Promise.all(Array.from({ length: n }, () => one(pool, sql`select pg_sleep(0.2)`)))

const waiting = () =>
  many(
    server.db,
    sql`select from pg_locks join pg_database d on d.oid = database
      where d.datname = current_database() and not granted`,
  )

test('silent database: waiting requests get 503, later ones are served', async () => {
  await warm(16)
  proxy.freeze()
  const answers = await soon(Promise.all([client.get('/api/camiones'), client.get('/api/salud')]))
  expect(answers).toMatchObject([{ status: 503 }, { status: 503 }])
  // The 14 other connections are discarded: each would cost one request the full timeout.
  const later = await soon(Promise.all(Array.from({ length: 30 }, () => client.get('/api/camiones'))))
  expect(later).toEqual(Array(30).fill(expect.objectContaining({ status: 200 })))
})

test('write without an answer: returns 503 and is never retried', async () => {
  await warm(1)
  expect((await client.get('/api/camiones')).status).toBe(200)
  const apellido = 'Silencio'
  const released = Promise.withResolvers<void>()
  const holding = server.db.transaction(async (tx) => {
    await tx.query(sql`lock table clientes in share mode`)
    await released.promise
  })
  const write = client.post('/api/clientes', aPersona({ apellido }))
  // The statement has reached the database, which runs it after the lock.
  await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBeGreaterThan(0)
  proxy.freeze()
  released.resolve()
  await holding
  expect(await soon(write)).toMatchObject({ status: 503 })
  // None if statement_timeout ended it.
  expect((await many(server.db, sql`select from clientes where apellido = ${apellido}`)).length).toBeLessThan(
    2,
  )
  expect(await soon(client.get('/api/camiones'))).toMatchObject({ status: 200 })
})

test('transaction without an answer: returns 503 and leaves no lock', async () => {
  const { body } = await client.post('/api/camiones', aCamion({ placa: 'C-VIVE' }))
  const { id, version } = body.data
  const rename = (marca: string) =>
    client.put(`/api/camiones/${id}`, { ...aCamion({ placa: 'C-VIVE' }), marca, version })
  const holding = pool
    .transaction(async (tx) => {
      await tx.query(sql`select from camiones where id = ${id} for update`)
      proxy.freeze()
      await tx.query(sql`select 1`)
    })
    .catch((error: unknown) => error)
  expect(await soon(holding)).toBeInstanceOf(Error)
  await expect.poll(async () => (await rename('Otra')).status, { timeout: 30_000 }).toBe(200)
})
