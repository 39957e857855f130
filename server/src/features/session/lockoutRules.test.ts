import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, one, raw, run, sql } from '../../platform/db/sql.ts'
import { readEnv } from '../../platform/env.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { aUser, countByStatus, insertLoginFailures, tryLogin, userPassword } from '../../test/users.ts'

// docs/contract/sessions.md: by what an address counts, where a name's lock does not hold, and what is no try.

let server: TestApp
let app: FastifyInstance
beforeAll(async () => {
  server = await testApp({ env: readEnv({ TRUST_PROXY: 'true' }) })
  app = server.app
})
afterAll(() => server.close())

let networks = 0
/** Addresses of one IPv6 network, another at each call. */
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
const closed = (username: string) =>
  insertLoginFailures(server.db, 50, (i) => ({ username, address: `192.0.9.${i}` }))

describe('an IPv6 address counts by its /64', () => {
  test('for a name at an address', async () => {
    const [{ username }, at] = [await aUser(server), aNetwork()]
    expect(await wrong(username, [1, 2, 3, 4, 5].map(at))).toEqual([401, 401, 401, 401, 401])
    expect(await login(username, userPassword, at(6))).toBe(429)
    expect(await login(username, userPassword, aNetwork()(6))).toBe(200)
  })

  test('for an address: so many are looked at, and told in the log, whatever the names', async () => {
    const at = aNetwork()
    const answers = []
    for (let i = 0; i < 40; i++) answers.push(await tryLogin(app, `nadie-${at(i)}`, 'no es esta', at(i)))
    expect(countByStatus(answers)).toEqual({ 401: 30, 429: 10 })
    const prefix = at(1).split(':', 4).join(':')
    const told = await one<{ n: number }>(
      server.db,
      sql`select count(*)::int as n from bitacora where accion = 'rechazado' and direccion like ${`${prefix}:%`}`,
    )
    expect(told).toEqual({ n: 30 })
  })

  test('one network alone does not close a name elsewhere', async () => {
    const [{ username }, at] = [await aUser(server), aNetwork()]
    await wrong(
      username,
      Array.from({ length: 60 }, (_, i) => at(i)),
    )
    expect(await login(username, userPassword, '198.51.100.1')).toBe(200)
  })

  test('an IPv4 address in the dress of an IPv6 one is itself', async () => {
    const { username } = await aUser(server)
    const addresses = [1, 2, 3, 4, 5].map(() => '::ffff:203.0.113.9')
    expect(await wrong(username, addresses)).toEqual([401, 401, 401, 401, 401])
    expect(await login(username, userPassword, '203.0.113.9')).toBe(429)
    expect(await login(username, userPassword, '::ffff:203.0.113.10')).toBe(200)
  })
})

describe('fifty wrong tries from elsewhere', () => {
  test('keep a name out but from where it came in', async () => {
    const { username } = await aUser(server)
    expect(await login(username, userPassword, '198.51.100.2')).toBe(200)
    await closed(username)
    expect(await login(username, userPassword, '198.51.100.3')).toBe(429)
    for (const spelling of [username, username.toUpperCase()])
      expect(await login(spelling, userPassword, '198.51.100.2')).toBe(200)
    expect(await login(username, userPassword, '198.51.100.3')).toBe(429)
  })

  test('nor from another address of its /64', async () => {
    const [{ username }, at] = [await aUser(server), aNetwork()]
    expect(await login(username, userPassword, at(1))).toBe(200)
    await closed(username)
    expect(await login(username, userPassword, at(2))).toBe(200)
    expect(await login(username, userPassword, aNetwork()(2))).toBe(429)
  })

  test('for thirty days', async () => {
    const { username } = await aUser(server)
    await login(username, userPassword, '198.51.100.4')
    await closed(username)
    const age = (days: number) =>
      run(
        server.db,
        sql`update accesos set momento = now() - make_interval(days => ${days}, mins => 1) where username = ${username}`,
      )
    await age(29)
    expect(await login(username, 'no es esta', '198.51.100.4')).toBe(401)
    await age(30)
    expect(await login(username, userPassword, '198.51.100.4')).toBe(429)
  })

  test('a known address is closed after five of its own all the same, and after thirty', async () => {
    const { username } = await aUser(server)
    const here = '198.51.100.5'
    await login(username, userPassword, here)
    await closed(username)
    expect(await wrong(username, Array<string>(6).fill(here))).toEqual([401, 401, 401, 401, 401, 429])
    expect(await login(username, userPassword, here)).toBe(429)

    const other = await aUser(server)
    const there = '198.51.100.6'
    await login(other.username, userPassword, there)
    await insertLoginFailures(server.db, 30, (i) => ({ username: `nadie-${i}`, address: there }))
    expect(await login(other.username, userPassword, there)).toBe(429)
  })

  test('another name’s success there opens nothing', async () => {
    const [victim, colleague] = [await aUser(server), await aUser(server)]
    await login(colleague.username, userPassword, '198.51.100.7')
    await closed(victim.username)
    expect(await login(victim.username, userPassword, '198.51.100.7')).toBe(429)
  })
})

describe('a try that ended in an error of ours', () => {
  /** While it runs nothing of this kind can be written, as on a disk that is full. */
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
  const sinceThen = (username: string, seconds: number) =>
    run(
      server.db,
      sql`update intentos set momento = momento - make_interval(secs => ${seconds}) where username = ${username}`,
    )
  const six = [1, 2, 3, 4, 5, 6]

  test.each([
    ['that takes no session', 'insert on sesiones', userPassword],
    ['that takes no row of the log', 'insert on bitacora', 'no es esta'],
  ])('is none: a disk %s', async (_name, what, password) => {
    const { username } = await aUser(server)
    const address = `198.51.101.${++networks}`
    await whileFull(what, async () => {
      for (const _ of six) expect(await login(username, password, address)).toBe(503)
    })
    expect(await many(server.db, sql`select from intentos where username = ${username}`)).toEqual([])
    expect(await login(username, userPassword, address)).toBe(200)
  })

  test('is none where not even that can be written', async () => {
    const { username } = await aUser(server)
    const address = `198.51.101.${++networks}`
    await whileFull('update or delete on intentos', async () => {
      for (const _ of six.slice(0, 5)) expect(await login(username, 'no es esta', address)).toBe(503)
    })
    await sinceThen(username, 11)
    expect(
      await wrong(
        username,
        [1, 2, 3, 4].map(() => address),
      ),
    ).toEqual([401, 401, 401, 401])
    expect(await login(username, userPassword, address)).toBe(200)
  })
})
