import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { many, raw, sql } from '../db/sql.ts'
import { aPersona } from '../test/factories.ts'
import { type Held, listenForHeld } from '../test/heldRequests.ts'
import { lines } from '../test/logLines.ts'
import { type Client, type TestApp, testApp } from '../test/testApp.ts'

const log = lines()
let server: TestApp
let admin: Client
let hold: Awaited<ReturnType<typeof listenForHeld>>
beforeAll(async () => {
  server = await testApp({ log: pino({ level: 'info' }, log.stream) })
  admin = await server.as()
  const app = server.another()
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post('/archivo', () => ({ success: true }))
  hold = await listenForHeld(app)
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
    url: '/archivo',
    body: 'x'.repeat(100),
    headers: { 'content-type': 'text/csv' },
  }),
}

const seconds = (n: number) => vi.advanceTimersByTime(n * 1000)

/** A byte a second, so many times. */
async function drip(held: Held, times: number) {
  for (let i = 0; i < times; i++) {
    await held.drip()
    seconds(1)
  }
}

async function expectGivenUp({ answer, closed }: Held) {
  const { status, headers, body } = await answer
  await closed
  expect([status, body.success, body.error]).toEqual([408, false, { code: 'VALIDACION' }])
  expect(headers).toMatchObject({ connection: 'close', 'x-content-type-options': 'nosniff' })
}

describe.each(Object.entries(calls))('the body of a %s', (_name, call) => {
  test('that stops is given up after 10 s without a byte', async () => {
    const held = hold(call())
    await held.admitted
    seconds(11)
    await expectGivenUp(held)
  })

  test('that goes on in time is taken', async () => {
    const held = hold(call())
    await held.admitted
    for (const _ of [1, 2]) {
      seconds(9)
      await drip(held, 1)
    }
    expect((await held.finish()).status).toBeLessThan(408)
  })
})

describe('a body that drips', () => {
  test.each([calls.login, calls.client])('is given up after 30 s in all where it is JSON', async (call) => {
    const held = hold(call())
    await held.admitted
    await drip(held, 30)
    await expectGivenUp(held)
  })

  test('may take its time where it is none', async () => {
    const held = hold(calls.file())
    await held.admitted
    await drip(held, 60)
    expect((await held.finish()).status).toBe(200)
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

test('who was refused before the body came is not waited for either', async () => {
  const held = hold({ ...calls.client(), token: undefined })
  expect((await held.answer).status).toBe(401)
  seconds(11)
  await held.closed
})

const waiting = sql`select from pg_locks join pg_database d on d.oid = database
  where d.datname = current_database() and not granted`

test('an answer that takes long is no slow body', async () => {
  const held = hold(calls.client())
  await held.admitted
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
