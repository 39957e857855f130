import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findConnection } from '../../test/emptyDatabase.ts'
import { aCamion } from '../../test/factories.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { connect } from '../db/connect.ts'
import { type Database, many, raw, sql } from '../db/sql.ts'

let server: TestApp
let admin: Client
const pools: Database[] = []
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(async () => {
  for (const pool of pools) await pool.close()
  await server.close()
})

/** Starts another program with its own connections. */
async function program(size: number): Promise<{ app: FastifyInstance; client: Client; pool: Database }> {
  const pool = connect(await findConnection(server.db), () => undefined, size)
  pools.push(pool)
  const app = server.startAnotherApp({ db: pool })
  return { app, client: server.clientOf(app, admin.token), pool }
}

function expectUnavailable({ status, headers, body }: ApiResponse) {
  expect(status).toBe(503)
  expect(Object.keys(body)).toEqual(['success', 'message', 'error'])
  expect(body).toMatchObject({ success: false, error: { code: 'NO_DISPONIBLE' } })
  expect(JSON.stringify(body)).not.toMatch(/connect|timeout|ECONN|postgres|sock|\.ts/i)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(headers['cache-control']).toBe('no-store')
}

/** Terminates all other connections to this database. */
const breakConnections = () =>
  server.db.query(
    raw(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`),
  )

describe('an unreachable database', () => {
  test('makes every call that needs it return 503', async () => {
    const pool = connect({ host: '/nonexistent', user: 'postgres', database: 'x' }, () => undefined)
    pools.push(pool)
    const client = server.clientOf(server.startAnotherApp({ db: pool }), 'x'.repeat(43))
    expectUnavailable(await client.get('/api/salud'))
    expectUnavailable(await client.post('/api/auth/login', { username: 'x', password: 'y' }))
    expectUnavailable(await client.get('/api/camiones'))
    // Never 401: the session may be valid.
    expectUnavailable(await client.get('/api/auth/verify'))
    for (const url of ['/api/config', '/api/docs']) expect((await client.get(url)).status).toBe(200)
    expect((await client.get('/api/nada')).status).toBe(404)
  })
})

describe('broken connections', () => {
  test('are replaced without a restart, and no acknowledged write is lost', async () => {
    const { client } = await program(4)
    const acknowledged: string[] = []
    const strange: unknown[] = []
    let stop = false
    const write = async (writer: number) => {
      for (let i = 0; !stop; i++) {
        const placa = `W${writer}-${i}`
        const answer = await client.post('/api/camiones', aCamion({ placa }))
        if (answer.status === 201) acknowledged.push(placa)
        else if (answer.status !== 503) strange.push([answer.status, answer.body])
      }
    }
    const writers = [0, 1, 2, 3].map(write)
    for (let i = 0; i < 10; i++) {
      const before = acknowledged.length
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 20), { timeout: 20_000 })
      await breakConnections()
    }
    stop = true
    await Promise.all(writers)
    expect(strange).toEqual([])
    const rows = await many<{ placa: string }>(server.db, sql`select placa from camiones`)
    const stored = rows.map(({ placa }) => placa)
    expect(acknowledged.filter((placa) => !stored.includes(placa))).toEqual([])
    expect(new Set(stored).size).toBe(stored.length)
    // The pool may not have noticed a broken connection yet.
    await vi.waitFor(async () => expect((await client.get('/api/salud')).status).toBe(200), {
      timeout: 30_000,
    })
  })

  test('return 503 when a statement was running', async () => {
    const { client, pool } = await program(1)
    await client.get('/api/salud')
    const [row] = await many<{ pid: number }>(pool, sql`select pg_backend_pid() as pid`)
    // The list waits for this lock until its connection is terminated.
    await server.db.transaction(async (tx) => {
      await tx.query(raw('lock table camiones in access exclusive mode'))
      const list = client.get('/api/camiones')
      await expect
        .poll(() => many(server.db, sql`select from pg_locks where pid = ${row?.pid ?? 0} and not granted`))
        .toHaveLength(1)
      await server.db.query(sql`select pg_terminate_backend(${row?.pid ?? 0})`)
      expectUnavailable(await list)
    })
    expect((await client.get('/api/camiones')).status).toBe(200)
  })
})

describe('the queue for database connections', () => {
  test('returns 503 when it is too long, until it is short again', async () => {
    const { client, pool } = await program(1)
    let release: () => void = () => undefined
    const busy = new Promise<void>((resolve) => {
      release = resolve
    })
    let taken: () => void = () => undefined
    const started = new Promise<void>((resolve) => {
      taken = resolve
    })
    const blocked = pool.transaction(async (tx) => {
      await tx.query(sql`select 1`)
      taken()
      await busy
    })
    await started
    const answers = await Promise.all([
      client.get('/api/camiones'),
      client.get('/api/salud'),
      client.get('/api/auth/verify'),
    ])
    for (const answer of answers) expectUnavailable(answer)
    release()
    await blocked
    expect((await client.get('/api/camiones')).status).toBe(200)
  })

  test('rejects none of 64 clients', async () => {
    const { client, pool } = await program(16)
    const busy = Promise.withResolvers<void>()
    const blocked = Array.from({ length: 16 }, () =>
      pool.transaction(async (tx) => {
        await tx.query(sql`select 1`)
        await busy.promise
      }),
    )
    const first = Array.from({ length: 32 }, () => client.get('/api/auth/verify'))
    await sleep(1000)
    const rest = Array.from({ length: 32 }, () => client.get('/api/auth/verify'))
    busy.resolve()
    await Promise.all(blocked)
    for (const answer of await Promise.all([...first, ...rest])) expect(answer.status).toBe(200)
  })
})

describe('a read-only database', () => {
  test('serves reads and sessions, and returns 503 for writes', async () => {
    await server.db.query(raw(`update sesiones set usada_en = now() - interval '1 hour'`))
    const { database } = await findConnection(server.db)
    await server.db.query(raw(`alter database ${database} set default_transaction_read_only = on`))
    // Only new connections are read-only; those of `server.db` still write.
    const { client } = await program(2)
    expect((await client.get('/api/camiones')).status).toBe(200)
    expect((await client.get('/api/auth/verify')).status).toBe(200)
    expectUnavailable(await client.post('/api/camiones', aCamion()))
    expectUnavailable(await client.post('/api/auth/login', { username: 'x', password: 'y' }))
    expect((await client.post('/api/camiones', {})).status).toBe(400)
    await server.db.query(raw(`alter database ${database} reset default_transaction_read_only`))
  })
})
