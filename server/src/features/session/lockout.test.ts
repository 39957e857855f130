import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { readEnv } from '../../platform/env.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { aUser, insertLoginFailures, tryLogin, userPassword } from '../../test/users.ts'
import { usernameKey } from './queries.ts'

let server: TestApp
let app: FastifyInstance
beforeAll(async () => {
  server = await testApp({ env: readEnv({ TRUST_PROXY: 'true' }) })
  app = server.app
})
afterAll(() => server.close())

let addresses = 0
const anAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`
const aName = async () => (await aUser(server)).username

/** Sends this many failed logins, one after the other. */
async function fail(times: number, username: string, address: string) {
  const responses = []
  for (let i = 0; i < times; i++) responses.push(await tryLogin(app, username, `no es esta ${i}`, address))
  return responses.map(({ status }) => status)
}
const succeed = async (username: string, address: string) =>
  (await tryLogin(app, username, userPassword, address)).status

/** Moves the attempts of this username into the past. */
const age = (username: string, seconds: number, which = sql`true`) =>
  run(
    server.db,
    sql`update intentos set momento = momento - make_interval(secs => ${seconds})
      where username = ${usernameKey(username)} and ${which}`,
  )

const secondsSince = (startedAt: number) => Math.ceil((Date.now() - startedAt) / 1000)

describe('five failed logins of one username from one address', () => {
  test('return 429 with Retry-After, even for the correct password', async () => {
    const [name, address] = [await aName(), anAddress()]
    const startedAt = Date.now()
    expect(await fail(5, name, address)).toEqual([401, 401, 401, 401, 401])
    const { status, headers, body } = await tryLogin(app, name, userPassword, address)
    expect([status, body]).toEqual([
      429,
      { success: false, message: expect.any(String), error: { code: 'DEMASIADOS_INTENTOS' } },
    ])
    expect(String(headers['retry-after'])).toMatch(/^\d+$/)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900)
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(900 - secondsSince(startedAt))
  })

  test('lock neither other addresses nor other usernames', async () => {
    const [name, address] = [await aName(), anAddress()]
    await fail(5, name, address)
    expect(await succeed(name, anAddress())).toBe(200)
    expect(await succeed(await aName(), address)).toBe(200)
    expect(await succeed(name, address)).toBe(429)
  })

  test('leave an open session valid', async () => {
    const { username, client } = await aUser(server)
    await fail(6, username, '127.0.0.1')
    expect((await client.get('/api/auth/verify')).status).toBe(200)
  })

  test('count for an unknown and for an inactive username too', async () => {
    const inactive = await aUser(server)
    await run(server.db, sql`update usuarios set estado = 'inactivo' where id = ${inactive.client.userId}`)
    for (const name of [`nadie ${addresses}`, inactive.username]) {
      expect(await fail(6, name, anAddress())).toEqual([401, 401, 401, 401, 401, 429])
    }
  })

  test('share one count across all spellings of the username', async () => {
    const [{ username }, address] = [await aUser(server, { username: 'Ñandú Gómez' }), anAddress()]
    for (const name of ['ÑANDÚ GÓMEZ', 'ñandú gómez', ' Ñandú Gómez ', 'ñandÚ GÓmez', username]) {
      expect(await fail(1, name, address)).toEqual([401])
    }
    expect(await succeed('ÑANDÚ gómez', address)).toBe(429)
  })

  test('do not include malformed bodies', async () => {
    const [name, address] = [await aName(), anAddress()]
    for (let i = 0; i < 10; i++) expect((await tryLogin(app, name, '', address)).status).toBe(400)
    expect(await succeed(name, address)).toBe(200)
  })
})

describe('sliding window', () => {
  test('an attempt expires after 15 minutes, and Retry-After gives the oldest one’s expiry', async () => {
    const [name, address] = [await aName(), anAddress()]
    const startedAt = Date.now()
    await fail(1, name, address)
    await age(name, 600)
    await fail(4, name, address)
    const wait = Number((await tryLogin(app, name, userPassword, address)).headers['retry-after'])
    expect(wait).toBeLessThanOrEqual(300)
    expect(wait).toBeGreaterThanOrEqual(300 - secondsSince(startedAt))
    await age(name, 300)
    // The oldest attempt has expired, four still count: one more is checked.
    expect(await fail(2, name, address)).toEqual([401, 429])
  })

  test('attempts during a 429 do not count', async () => {
    const [name, address] = [await aName(), anAddress()]
    await fail(5, name, address)
    await age(name, 880)
    expect(await fail(20, name, address)).toEqual(Array(20).fill(429))
    await age(name, 20)
    expect(await fail(6, name, address)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('the correct password works after it', async () => {
    const [name, address] = [await aName(), anAddress()]
    await fail(5, name, address)
    await age(name, 901)
    expect(await succeed(name, address)).toBe(200)
  })
})

describe('successful login', () => {
  test('clears the count of the username at that address', async () => {
    const [name, address] = [await aName(), anAddress()]
    for (let round = 0; round < 3; round++) {
      expect(await fail(4, name, address)).toEqual([401, 401, 401, 401])
      expect(await succeed(name, address)).toBe(200)
    }
  })

  test('clears neither the username elsewhere nor other usernames there', async () => {
    const [name, colleague] = [await aName(), await aName()]
    const [here, elsewhere] = [anAddress(), anAddress()]
    await fail(4, name, elsewhere)
    await fail(4, colleague, here)
    expect(await succeed(name, here)).toBe(200)
    expect(await fail(2, name, elsewhere)).toEqual([401, 429])
    expect(await fail(2, colleague, here)).toEqual([401, 429])
  })
})

describe('limits by address and by username', () => {
  test('30 failed logins from one address lock it for every username', async () => {
    const [address, known] = [anAddress(), await aName()]
    await insertLoginFailures(server.db, 29, (i) => ({ username: `otro-${address}-${i}`, address }))
    expect(await succeed(known, address)).toBe(200)
    expect(await fail(1, 'nadie', address)).toEqual([401])
    expect(await succeed(known, address)).toBe(429)
    expect(await succeed(known, anAddress())).toBe(200)
  })

  test('a successful login does not unlock the address for other usernames', async () => {
    const [address, own] = [anAddress(), await aName()]
    await insertLoginFailures(server.db, 25, (i) => ({ username: `otro-${address}-${i}`, address }))
    const statuses = []
    for (let i = 0; i < 8; i++) {
      if (i % 2 === 0) await succeed(own, address)
      statuses.push(...(await fail(1, `nadie-${address}-${i}`, address)))
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })

  test('50 failed logins of one username lock it everywhere', async () => {
    const name = await aName()
    await insertLoginFailures(server.db, 49, (i) => ({ username: name, address: `192.0.5.${i}` }))
    expect(await fail(1, name, anAddress())).toEqual([401])
    const { status, headers } = await tryLogin(app, name, userPassword, anAddress())
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900)
    await age(name, 901)
    expect(await succeed(name, anAddress())).toBe(200)
  })
})
