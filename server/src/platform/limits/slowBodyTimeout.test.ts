import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aFile } from '../../test/archivos.ts'
import { captureLog } from '../../test/captureLog.ts'
import { aPersona } from '../../test/factories.ts'
import { listenForPausedRequests, type PausedRequest } from '../../test/slowRequests.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { many, raw, sql } from '../db/sql.ts'

const log = captureLog()
let server: TestApp
let admin: Client
let app: FastifyInstance
let ofCliente: string
let hold: Awaited<ReturnType<typeof listenForPausedRequests>>
beforeAll(async () => {
  server = await testApp({ log: pino({ level: 'info' }, log.stream) })
  admin = await server.as()
  app = server.startAnotherApp()
  hold = await listenForPausedRequests(app)
  ofCliente = `/api/archivos?entidad=clientes&entidad_id=${(await admin.post('/api/clientes', aPersona())).body.data.id}`
})
afterAll(() => server.close())

// Seconds pass when a test says so; the database's and the network's own timers run on.
beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

const calls = {
  login: () => ({
    method: 'POST',
    url: '/api/auth/login',
    body: { username: 'x'.repeat(60), password: 'y' },
  }),
  client: () => ({ method: 'POST', url: '/api/clientes', body: aPersona(), token: admin.token }),
  file: () => ({
    method: 'POST',
    url: ofCliente,
    body: aFile('jpg', 1000),
    token: admin.token,
  }),
}

const seconds = (n: number) => vi.advanceTimersByTime(n * 1000)

/** A byte a second, so many times. */
async function drip(held: PausedRequest, times: number) {
  for (let i = 0; i < times; i++) {
    await held.sendByte()
    seconds(1)
  }
}

/** Bytes that nobody has read yet are no silence: what reads them may come later than the head was let in. */
async function silentUntilAnswered({ answer }: PausedRequest) {
  while ((await Promise.race([answer, sleep(20)])) === undefined) seconds(1)
}

async function expectGivenUp({ answer, closed }: PausedRequest) {
  const { status, headers, body } = await answer
  await closed
  expect([status, body]).toEqual([
    408,
    {
      success: false,
      message: 'El envío tardó demasiado. Intenta nuevamente.',
      error: { code: 'TIEMPO_AGOTADO' },
    },
  ])
  expect(headers).toMatchObject({ connection: 'close', 'x-content-type-options': 'nosniff' })
}

/** How many seconds each may be silent, and take in all. */
const limits = { login: [10, 60], client: [10, 60], file: [30, 600] } as const
const kinds = Object.entries(limits) as [keyof typeof limits, (typeof limits)[keyof typeof limits]][]

describe.each(kinds)('the body of a %s', (kind, [silent, all]) => {
  const call = calls[kind]
  test(`that stops is given up after ${silent} s without a byte`, async () => {
    const held = hold(call())
    await held.authenticated
    seconds(silent + 1)
    await silentUntilAnswered(held)
    await expectGivenUp(held)
  })

  test(`that drips is given up after ${all} s in all`, async () => {
    const held = hold(call())
    await held.authenticated
    await drip(held, all)
    await expectGivenUp(held)
  })

  test('that is slow is taken in time', async () => {
    const held = hold(call())
    await held.authenticated
    await drip(held, all - 5)
    expect((await held.finish()).status).toBeLessThan(408)
  })

  test('that stops for a moment and goes on is taken', async () => {
    const held = hold(call())
    await held.authenticated
    for (const _ of [1, 2]) {
      seconds(silent - 1)
      await drip(held, 1)
    }
    expect((await held.finish()).status).toBeLessThan(408)
  })
})

describe('of a body that is not wanted only the head is awaited', () => {
  test('a login of more than 4 KiB', async () => {
    const body = { username: 'x', password: 'y'.repeat(4096) }
    expect((await hold({ ...calls.login(), body }).answer).status).toBe(413)
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s to an address of nothing', async (method) => {
    expect((await hold({ ...calls.login(), method, url: '/api/nada' }).answer).status).toBe(404)
  })
})

test.each([calls.client, calls.file])(
  'who was refused before the body came is not waited for either',
  async (call) => {
    const held = hold({ ...call(), token: undefined })
    expect((await held.answer).status).toBe(401)
    seconds(11)
    await held.closed
  },
)

test('Node does not end sooner what may take its time', () => {
  expect(app.server.requestTimeout).toBeGreaterThan(600_000)
})

const waiting = sql`select from pg_locks join pg_database d on d.oid = database
  where d.datname = current_database() and not granted`

test('an answer that takes long is no slow body', async () => {
  const held = hold(calls.client())
  await held.authenticated
  await server.db.transaction(async (tx) => {
    await tx.query(raw('lock table clientes'))
    void held.finish()
    await expect.poll(() => many(server.db, waiting)).toHaveLength(1)
    seconds(60)
  })
  expect((await held.answer).status).toBe(201)
})

test('what was given up is no error of ours', () => {
  expect(log.all().filter(({ level }) => Number(level) > 40)).toEqual([])
})
