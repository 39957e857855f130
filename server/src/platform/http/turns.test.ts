import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { findConnection } from '../../test/emptyDatabase.ts'
import { aCamion } from '../../test/factories.ts'
import { listenForPausedRequests } from '../../test/slowRequests.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { connect } from '../db/connect.ts'
import { type Database, many, raw, sql } from '../db/sql.ts'

let server: TestApp
let admin: Client
const pools: Database[] = []
beforeAll(async () => {
  server = await testApp({ maxWaitMs: undefined })
  admin = await server.as()
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  for (const pool of pools) await pool.close()
  await server.close()
})

/** Starts another program with one connection, so that one request runs at a time. */
async function startSlowProgram() {
  const pool = connect(await findConnection(server.db), () => undefined, 1)
  pools.push(pool)
  const app = server.startAnotherApp({ db: pool })
  return { app, client: server.clientOf(app, admin.token) }
}

const waitingForLock = sql`select from pg_locks join pg_database d on d.oid = database
  where d.datname = current_database() and not granted`

/** Runs a write that waits for a lock, then `during`; releases the lock and returns the write's response. */
async function whileWriteRuns(client: Client, during: () => Promise<void>): Promise<ApiResponse> {
  const write = Promise.withResolvers<ApiResponse>()
  await server.db.transaction(async (tx) => {
    await tx.query(raw('lock table camiones in share mode'))
    client.post('/api/camiones', aCamion()).then(write.resolve, write.reject)
    await expect.poll(() => many(server.db, waitingForLock)).toHaveLength(1)
    await during()
  })
  return write.promise
}

/** Lets requests that have just been sent reach the queue. */
const settle = async () => {
  for (let i = 0; i < 20; i++) await new Promise(setImmediate)
}

test('queue: serves writes first, then reads, reports and exports', async () => {
  const { client } = await startSlowProgram()
  const served: string[] = []
  const all: Promise<void>[] = []
  const send = (kind: string, request: Promise<ApiResponse>) =>
    all.push(request.then(({ status }) => void served.push(`${kind} ${status}`)))
  const running = await whileWriteRuns(client, async () => {
    send('export', client.get('/api/clientes/exportar'))
    send('report', client.get('/api/reportes?filtro=mes'))
    send('report', client.post('/api/reportes/periodo', { periodo: '2026-11', tipo: 'mes' }))
    send('read', client.get('/api/camiones'))
    send('write', client.post('/api/camiones', aCamion()))
    send('write', client.delete('/api/auth/sesiones/999999'))
    await settle()
  })
  await Promise.all(all)
  expect(running.status).toBe(201)
  expect(served).toEqual(['write 201', 'write 404', 'read 200', 'report 200', 'report 200', 'export 200'])
})

test('queue: returns 503 with Retry-After after 1.5 s, and never interrupts a running write', async () => {
  const { client } = await startSlowProgram()
  const running = await whileWriteRuns(client, async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const answered: ApiResponse[] = []
    const waiting = [client.get('/api/camiones'), client.post('/api/camiones', aCamion())]
    for (const answer of waiting) answer.then((response) => answered.push(response)).catch(() => undefined)
    await settle()
    vi.advanceTimersByTime(1499)
    await settle()
    expect(answered).toEqual([])
    vi.advanceTimersByTime(1)
    for (const { status, headers, body } of await Promise.all(waiting)) {
      expect([status, body.error.code]).toEqual([503, 'NO_DISPONIBLE'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    vi.advanceTimersByTime(1000)
    vi.useRealTimers()
  })
  expect(running.status).toBe(201)
  expect((await client.get('/api/camiones')).status).toBe(200)
})

test('queue: a slow body has no turn', async () => {
  const { app, client } = await startSlowProgram()
  const pause = await listenForPausedRequests(app)
  const call = { method: 'POST', url: '/api/camiones', token: admin.token }
  const paused = [
    pause({ ...call, body: aCamion() }),
    pause({ ...call, body: aCamion() }),
    pause({ ...call, url: '/api/archivos?entidad=camiones&entidad_id=999999', body: Buffer.from('no hay') }),
  ]
  for (const { authenticated } of paused) await authenticated
  expect((await client.get('/api/camiones')).status).toBe(200)
  const statuses = []
  for (const request of paused) statuses.push((await request.finish()).status)
  expect(statuses).toEqual([201, 201, 404])
})
