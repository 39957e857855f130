import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, one, raw, run, sql } from '../../platform/db/sql.ts'
import { readEnv } from '../../platform/env.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { aUser, countByStatus, insertLoginFailures, tryLogin, userPassword } from '../../test/users.ts'
import { usernameKey } from './queries.ts'

// Networks, known addresses and attempts that do not count (docs/contract/sessions.md).

let server: TestApp
let app: FastifyInstance
beforeAll(async () => {
  server = await testApp({ env: readEnv({ TRUST_PROXY: 'true' }) })
  app = server.app
})
afterAll(() => server.close())

let networks = 0
/** Returns another address of the same IPv6 network at each call. */
const aNetwork = () => {
  const prefix = `2001:db8:${(++networks).toString(16)}:7`
  return (i: number) => `${prefix}:${(i * 977).toString(16)}::${i.toString(16)}`
}
const login = async (username: string, password: string, address: string) =>
  (await tryLogin(app, username, password, address)).status
const wrong = async (username: string, addresses: readonly string[]) => {
  const statuses = []
  for (const address of addresses) statuses.push(await login(username, 'no es esta', address))
  return statuses
}
const lockUsername = (username: string) =>
  insertLoginFailures(server.db, 50, (i) => ({ username, address: `192.0.9.${i}` }))

describe('lockout of an IPv6 network (/64)', () => {
  test('counts a username for the whole network', async () => {
    const [{ username }, at] = [await aUser(server), aNetwork()]
    expect(await wrong(username, [1, 2, 3, 4, 5].map(at))).toEqual([401, 401, 401, 401, 401])
    expect(await login(username, userPassword, at(6))).toBe(429)
    expect(await login(username, userPassword, aNetwork()(6))).toBe(200)
  })

  test('counts all usernames of the network and logs each checked attempt', async () => {
    const at = aNetwork()
    const statuses = []
    for (let i = 0; i < 40; i++) statuses.push(await tryLogin(app, `nadie-${at(i)}`, 'no es esta', at(i)))
    expect(countByStatus(statuses)).toEqual({ 401: 30, 429: 10 })
    const prefix = at(1).split(':', 4).join(':')
    const rejections = await one<{ n: number }>(
      server.db,
      sql`select count(*)::int as n from bitacora where accion = 'rechazado' and direccion like ${`${prefix}:%`}`,
    )
    expect(rejections).toEqual({ n: 30 })
  })

  test('one network alone does not lock a username elsewhere', async () => {
    const [{ username }, at] = [await aUser(server), aNetwork()]
    await wrong(
      username,
      Array.from({ length: 60 }, (_, i) => at(i)),
    )
    expect(await login(username, userPassword, '198.51.100.1')).toBe(200)
  })

  test('counts an IPv4-mapped IPv6 address as its IPv4 address', async () => {
    const { username } = await aUser(server)
    const addresses = [1, 2, 3, 4, 5].map(() => '::ffff:203.0.113.9')
    expect(await wrong(username, addresses)).toEqual([401, 401, 401, 401, 401])
    expect(await login(username, userPassword, '203.0.113.9')).toBe(429)
    expect(await login(username, userPassword, '::ffff:203.0.113.10')).toBe(200)
  })
})

describe('fifty failed logins from elsewhere', () => {
  test('lock a username except on its known networks', async () => {
    const { username } = await aUser(server)
    expect(await login(username, userPassword, '198.51.100.2')).toBe(200)
    await lockUsername(username)
    expect(await login(username, userPassword, '198.51.100.3')).toBe(429)
    for (const spelling of [username, username.toUpperCase()])
      expect(await login(spelling, userPassword, '198.51.100.2')).toBe(200)
    expect(await login(username, userPassword, '198.51.100.3')).toBe(429)
  })

  test('do not lock another address of a known /64', async () => {
    const [{ username }, at] = [await aUser(server), aNetwork()]
    expect(await login(username, userPassword, at(1))).toBe(200)
    await lockUsername(username)
    expect(await login(username, userPassword, at(2))).toBe(200)
    expect(await login(username, userPassword, aNetwork()(2))).toBe(429)
  })

  test('lock the network again 30 days after its last login', async () => {
    const { username } = await aUser(server)
    await login(username, userPassword, '198.51.100.4')
    await lockUsername(username)
    const age = (days: number) =>
      run(
        server.db,
        sql`update accesos set momento = now() - make_interval(days => ${days}, mins => 1) where username = ${usernameKey(username)}`,
      )
    await age(29)
    expect(await login(username, 'no es esta', '198.51.100.4')).toBe(401)
    await age(30)
    expect(await login(username, userPassword, '198.51.100.4')).toBe(429)
  })

  test('leave the limits of the known address itself in force', async () => {
    const { username } = await aUser(server)
    const knownAddress = '198.51.100.5'
    await login(username, userPassword, knownAddress)
    await lockUsername(username)
    expect(await wrong(username, Array<string>(6).fill(knownAddress))).toEqual([401, 401, 401, 401, 401, 429])
    expect(await login(username, userPassword, knownAddress)).toBe(429)

    const other = await aUser(server)
    const otherAddress = '198.51.100.6'
    await login(other.username, userPassword, otherAddress)
    await insertLoginFailures(server.db, 30, (i) => ({ username: `nadie-${i}`, address: otherAddress }))
    expect(await login(other.username, userPassword, otherAddress)).toBe(429)
  })

  test('lock a network that only another username has used', async () => {
    const [victim, colleague] = [await aUser(server), await aUser(server)]
    await login(colleague.username, userPassword, '198.51.100.7')
    await lockUsername(victim.username)
    expect(await login(victim.username, userPassword, '198.51.100.7')).toBe(429)
  })
})

describe('attempt that ends in a server error', () => {
  /** Makes such writes fail while it runs, as a full disk does. */
  async function whileFull(what: string, work: () => Promise<void>) {
    await server.db.query(
      raw(`create or replace function lleno() returns trigger language plpgsql as $$
        begin raise exception 'No space left on device' using errcode = '53100'; end $$;
      create trigger lleno before ${what} for each row execute function lleno()`),
    )
    try {
      await work()
    } finally {
      await server.db.query(raw('drop function lleno() cascade'))
    }
  }
  const ageNetwork = (username: string, seconds: number) =>
    run(
      server.db,
      sql`update intentos set momento = momento - make_interval(secs => ${seconds}) where username = ${usernameKey(username)}`,
    )
  const six = [1, 2, 3, 4, 5, 6]

  test.each([
    ['that takes no session', 'insert on sesiones', userPassword],
    ['that takes no row of the log', 'insert on bitacora', 'no es esta'],
  ])('does not count: disk %s', async (_name, what, password) => {
    const { username } = await aUser(server)
    const address = `198.51.101.${++networks}`
    await whileFull(what, async () => {
      for (const _ of six) expect(await login(username, password, address)).toBe(503)
    })
    expect(
      await many(server.db, sql`select from intentos where username = ${usernameKey(username)}`),
    ).toEqual([])
    expect(await login(username, userPassword, address)).toBe(200)
  })

  test('expires when its row can’t be deleted either', async () => {
    const { username } = await aUser(server)
    const address = `198.51.101.${++networks}`
    await whileFull('update or delete on intentos', async () => {
      for (const _ of six.slice(0, 5)) expect(await login(username, 'no es esta', address)).toBe(503)
    })
    await ageNetwork(username, 11)
    expect(
      await wrong(
        username,
        [1, 2, 3, 4].map(() => address),
      ),
    ).toEqual([401, 401, 401, 401])
    expect(await login(username, userPassword, address)).toBe(200)
  })
})
