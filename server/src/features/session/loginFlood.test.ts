import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, many, sql } from '../../platform/db/sql.ts'
import { readEnv } from '../../platform/env.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { aUser, countByStatus, insertLoginFailures, tryLogin, userPassword } from '../../test/users.ts'
import { aUsuario } from '../../test/usuarios.ts'
import { clearAttempts } from './lockout.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp({ env: readEnv({ TRUST_PROXY: 'true' }) })
})
afterAll(() => server.close())

/** A process on the same database, with its statement count. */
function startCountedApp() {
  let queryCount = 0
  const db: Database = {
    ...server.db,
    query: (statement) => {
      queryCount++
      return server.db.query(statement)
    },
    transaction: (work) => {
      queryCount++
      return server.db.transaction(work)
    },
  }
  return { app: server.startAnotherApp({ db }), queryCount: () => queryCount }
}

const wrongFrom = (app: TestApp['app'], count: number, address: (i: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, i) => tryLogin(app, `nadie-${i}`, 'no', address(i))))

test('login flood: returns 503 at once when the queue exceeds 2 s, without counting attempts', async () => {
  const addressOf = (i: number) => `2001:db8::${i.toString(16)}`
  const finishedOrder: number[] = []
  const responses = await Promise.all(
    Array.from({ length: 1200 }, async (_, i) => {
      const answer = await tryLogin(server.app, `nadie-${i}`, 'no', addressOf(i))
      finishedOrder.push(i)
      return { ...answer, address: addressOf(i) }
    }),
  )
  const shed = responses.filter(({ status }) => status === 503)
  expect(shed.length).toBeGreaterThan(0)
  expect(responses[finishedOrder[0] ?? 0]?.status).toBe(503)
  for (const { headers, body } of shed) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(body.error.code).toBe('NO_DISPONIBLE')
  }
  const rows = await many<{ direccion: string }>(server.db, sql`select direccion from intentos`)
  const tried = new Set(rows.map(({ direccion }) => direccion))
  expect(shed.filter(({ address }) => tried.has(address))).toEqual([])
})

test('password changes by an administrador: wait in the same queue', async () => {
  const admin = await server.as()
  const logins = wrongFrom(server.app, 1200, (i) => `2001:db8:1::${i.toString(16)}`)
  const responses = await Promise.all(Array.from({ length: 60 }, () => admin.post('/usuarios', aUsuario())))
  await logins
  expect(Object.keys(countByStatus(responses))).toContain('503')
  expect((await admin.post('/usuarios', aUsuario())).status).toBe(201)
})

test('login flood: a hundred rejected attempts need one query', async () => {
  const { app, queryCount } = startCountedApp()
  const { username } = await aUser(server)
  const address = '192.0.2.9'
  await insertLoginFailures(server.db, 30, (i) => ({ username: `otro-${i}`, address }))
  expect((await tryLogin(app, username, userPassword, address)).status).toBe(429)
  const before = queryCount()
  expect(countByStatus(await wrongFrom(app, 100, () => address))).toEqual({ 429: 100 })
  // Without the cache there would be a hundred. The number within 50 ms depends on the machine.
  expect(queryCount() - before).toBeLessThan(50)
})

test.each([
  ['of a name at an address', 5, (username: string) => ({ username, address: '192.0.2.10' })],
  ['of an address', 30, (username: string) => ({ username, address: '192.0.2.10' })],
  ['of a name', 50, (username: string, i: number) => ({ username, address: `192.0.3.${i}` })],
])('lockout cache: a lock %s ends at once when another process clears it', async (_what, count, guess) => {
  const { username } = await aUser(server)
  await insertLoginFailures(server.db, count, (i) => guess(username, i))
  const login = () => tryLogin(server.app, username, userPassword, '192.0.2.10')
  expect(countByStatus([await login(), await login()])).toEqual({ 429: 2 })
  await clearAttempts(server.db, username)
  expect((await login()).status).toBe(200)
})
