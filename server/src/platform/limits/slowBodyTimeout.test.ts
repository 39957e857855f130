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
let uploadUrl: string
let pause: Awaited<ReturnType<typeof listenForPausedRequests>>
beforeAll(async () => {
  server = await testApp({ log: pino({ level: 'info' }, log.stream) })
  admin = await server.as()
  app = server.startAnotherApp()
  pause = await listenForPausedRequests(app)
  uploadUrl = `/api/archivos?entidad=clientes&entidad_id=${(await admin.post('/api/clientes', aPersona())).body.data.id}`
})
afterAll(() => server.close())

// Only setInterval is faked: the database and the network keep their timers.
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
    url: uploadUrl,
    body: aFile('jpg', 1000),
    token: admin.token,
  }),
}

const seconds = (n: number) => vi.advanceTimersByTime(n * 1000)

/** Sends one byte a second. */
async function drip(paused: PausedRequest, times: number) {
  for (let i = 0; i < times; i++) {
    await paused.sendByte()
    seconds(1)
  }
}

/** Advances the clock until the response. Unread bytes count as progress, so the timeout may need more seconds. */
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

/** Seconds without a byte, and seconds in total. */
const limits = { login: [10, 60], client: [10, 60], file: [30, 600] } as const
const kinds = Object.entries(limits) as [keyof typeof limits, (typeof limits)[keyof typeof limits]][]

describe.each(kinds)('body of a %s', (kind, [silent, all]) => {
  const call = calls[kind]
  test(`times out after ${silent} s without a byte`, async () => {
    const paused = pause(call())
    await paused.authenticated
    seconds(silent + 1)
    await silentUntilAnswered(paused)
    await expectGivenUp(paused)
  })

  test(`times out after ${all} s in total when it drips`, async () => {
    const paused = pause(call())
    await paused.authenticated
    await drip(paused, all)
    await expectGivenUp(paused)
  })

  test('is accepted when it is slow but in time', async () => {
    const paused = pause(call())
    await paused.authenticated
    await drip(paused, all - 5)
    expect((await paused.finish()).status).toBeLessThan(408)
  })

  test('is accepted when it pauses and continues', async () => {
    const paused = pause(call())
    await paused.authenticated
    for (const _ of [1, 2]) {
      seconds(silent - 1)
      await drip(paused, 1)
    }
    expect((await paused.finish()).status).toBeLessThan(408)
  })
})

describe('an unwanted body', () => {
  test('is not awaited when a login exceeds 4 KiB', async () => {
    const body = { username: 'x', password: 'y'.repeat(4096) }
    expect((await pause({ ...calls.login(), body }).answer).status).toBe(413)
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'is not awaited by %s to an unknown address',
    async (method) => {
      expect((await pause({ ...calls.login(), method, url: '/api/nada' }).answer).status).toBe(404)
    },
  )
})

test.each([calls.client, calls.file])(
  'slow body: closes the connection when the request was already rejected',
  async (call) => {
    const paused = pause({ ...call(), token: undefined })
    expect((await paused.answer).status).toBe(401)
    seconds(11)
    await paused.closed
  },
)

test('requestTimeout: is longer than every body timeout', () => {
  expect(app.server.requestTimeout).toBeGreaterThan(600_000)
})

const waiting = sql`select from pg_locks join pg_database d on d.oid = database
  where d.datname = current_database() and not granted`

test('slow body: does not time out while the response takes long', async () => {
  const paused = pause(calls.client())
  await paused.authenticated
  await server.db.transaction(async (tx) => {
    await tx.query(raw('lock table clientes'))
    void paused.finish()
    await expect.poll(() => many(server.db, waiting)).toHaveLength(1)
    seconds(60)
  })
  expect((await paused.answer).status).toBe(201)
})

test('slow body: logs no error after a timeout', () => {
  expect(log.all().filter(({ level }) => Number(level) > 40)).toEqual([])
})
