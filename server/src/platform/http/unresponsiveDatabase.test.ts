import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { findConnection } from '../../test/emptyDatabase.ts'
import { aCamion, aPersona } from '../../test/factories.ts'
import { startFreezingProxy } from '../../test/freezingProxy.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { connect } from '../db/connect.ts'
import { type Database, many, one, sql } from '../db/sql.ts'

// Connections on which nothing comes any more, and nobody says so: a power cut there, an address that moved.

let server: TestApp
let admin: Client
let proxy: Awaited<ReturnType<typeof startFreezingProxy>>
let pool: Database
/** A program that reaches its database through the proxy. */
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

/** Five seconds are promised; what is never answered takes longer than any of this. */
const soon = <T>(work: Promise<T>): Promise<T | string> => Promise.race([work, sleep(15_000, 'never')])

/** So many connections are open, and at rest. */
const warm = (n: number) => Promise.all(Array.from({ length: n }, () => one(pool, sql`select pg_sleep(0.2)`)))

const waiting = () =>
  many(
    server.db,
    sql`select from pg_locks join pg_database d on d.oid = database
      where d.datname = current_database() and not granted`,
  )

test('those who wait are told 503, and who comes then is served', async () => {
  await warm(16)
  proxy.freeze()
  const answers = await soon(Promise.all([client.get('/api/camiones'), client.get('/api/salud')]))
  expect(answers).toMatchObject([{ status: 503 }, { status: 503 }])
  // None of the fourteen others is tried: each would keep somebody waiting.
  const later = await soon(Promise.all(Array.from({ length: 30 }, () => client.get('/api/camiones'))))
  expect(later).toEqual(Array(30).fill(expect.objectContaining({ status: 200 })))
})

test('a write of which nothing is heard is told as 503, and never made again', async () => {
  await warm(1)
  expect((await client.get('/api/camiones')).status).toBe(200)
  const apellido = 'Silencio'
  const held = Promise.withResolvers<void>()
  const holding = server.db.transaction(async (tx) => {
    await tx.query(sql`lock table clientes in share mode`)
    await held.promise
  })
  const write = client.post('/api/clientes', aPersona({ apellido }))
  // It has reached the database, which makes it when we are through.
  await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBeGreaterThan(0)
  proxy.freeze()
  held.resolve()
  await holding
  expect(await soon(write)).toMatchObject({ status: 503 })
  // None where the database, too, found that it took too long.
  expect((await many(server.db, sql`select from clientes where apellido = ${apellido}`)).length).toBeLessThan(
    2,
  )
  expect(await soon(client.get('/api/camiones'))).toMatchObject({ status: 200 })
})

test('so is a transaction, which leaves nothing locked behind it', async () => {
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
