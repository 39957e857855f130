import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { one, run, sql } from '../../platform/db/sql.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { aUser, countByStatus, userPassword } from '../../test/users.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())
// All of these tests share one address, which 30 failures would lock.
beforeEach(() => run(server.db, sql`delete from intentos`))

const change = (client: Client, actual: unknown, nueva: unknown) =>
  client.post('/api/auth/password', { actual, nueva })
const login = async (username: string, password: string) => {
  const { status, body } = await server.anonymous.post('/api/auth/login', { username, password })
  return { status, client: server.clientOf(server.app, body.data?.token) }
}
const isLive = async (client: Client) => (await client.get('/api/auth/verify')).status === 200
const nueva = 'Otra clave, más larga 1'

describe('POST /api/auth/password', () => {
  test.each(['administrador', 'piloto', 'usuario'] as const)('changes the password of a %s', async (rol) => {
    const { username, client } = await aUser(server, { rol })
    const { status, body } = await change(client, userPassword, nueva)
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, message: 'Contraseña actualizada correctamente', data: null })
    expect((await login(username, userPassword)).status).toBe(401)
    expect((await login(username, nueva)).status).toBe(200)
  })

  test('ends the user’s other sessions and no one else’s', async () => {
    const { username, client } = await aUser(server)
    const bystander = await aUser(server)
    const others = [await login(username, userPassword), await login(username, userPassword)]
    await change(client, userPassword, nueva)
    expect(await isLive(client)).toBe(true)
    for (const other of others) expect(await isLive(other.client)).toBe(false)
    expect(await isLive(server.clientOf(server.startAnotherApp(), others[0]?.client.token))).toBe(false)
    expect(await isLive(bystander.client)).toBe(true)
  })

  test('returns 400 when the new password equals the current one', async () => {
    const { username, client } = await aUser(server)
    const other = await login(username, userPassword)
    const campos = { nueva: 'Elige una contraseña distinta de la actual.' }
    const same = await change(client, userPassword, userPassword)
    expect([same.status, same.body.error.campos]).toEqual([400, campos])
    expect(await isLive(other.client)).toBe(true)
    // With a wrong current password the response reveals nothing.
    const guessed = await change(client, nueva, nueva)
    expect([guessed.status, Object.keys(guessed.body.error.campos)]).toEqual([400, ['actual']])
  })

  test('raises the version of the user', async () => {
    const { client } = await aUser(server)
    const version = () =>
      one<{ version: number }>(server.db, sql`select version from usuarios where id = ${client.userId}`)
    const before = (await version())?.version ?? 0
    await change(client, userPassword, nueva)
    expect((await version())?.version).toBe(before + 1)
  })

  test('returns 400 for `actual` when the current password is wrong', async () => {
    const { username, client } = await aUser(server)
    const { status, body } = await change(client, 'no es esta', nueva)
    expect([status, body.error.code, Object.keys(body.error.campos)]).toEqual([400, 'VALIDACION', ['actual']])
    expect(JSON.stringify(body)).not.toContain('no es esta')
    expect((await login(username, nueva)).status).toBe(401)
    expect((await login(username, userPassword)).status).toBe(200)
  })

  test.each([` ${userPassword}`, `${userPassword} `, userPassword.toLowerCase()])(
    'compares the current password exactly: rejects %j',
    async (actual) => {
      const { client } = await aUser(server)
      const { body } = await change(client, actual, nueva)
      expect(Object.keys(body.error.campos)).toEqual(['actual'])
    },
  )

  test.each([
    [{}, ['actual', 'nueva']],
    [{ actual: '', nueva: '' }, ['actual', 'nueva']],
    [{ actual: null, nueva: null }, ['actual', 'nueva']],
    [{ actual: userPassword, nueva: 12345678 }, ['nueva']],
    [{ actual: 'x'.repeat(129), nueva: 'corta' }, ['actual', 'nueva']],
    [{ actual: userPassword, nueva: 'con\0cero y más' }, ['nueva']],
  ])('rejects the malformed body %j', async (body, campos) => {
    const { client } = await aUser(server)
    const answer = await client.post('/api/auth/password', body)
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDACION'])
    expect(Object.keys(answer.body.error.campos).toSorted()).toEqual(campos.toSorted())
  })
})

describe('new password', () => {
  test.each([
    ['seven characters', 'Gx7-qw2'],
    ['seven emoji, though they are fourteen units', '🚚🔑🚛🏠🐶🐱🦊'],
    ['129 characters', 'ñ'.repeat(129)],
    ['12345678', '12345678'],
    ['password', 'password'],
    ['PASSWORD', 'PASSWORD'],
    ['Password1', 'Password1'],
    ['qwerty123', 'qwerty123'],
    ['contraseña', 'contraseña'],
    ['one key over and over', '00000000'],
    ['two keys over and over', 'abababab'],
    ['neighbours', 'abcdefgh'],
    ['neighbours backwards', '87654321'],
  ])('is rejected: %s', async (_name, password) => {
    const { username, client } = await aUser(server)
    const { status, body } = await change(client, userPassword, password)
    expect([status, body.error.code, Object.keys(body.error.campos)]).toEqual([400, 'VALIDACION', ['nueva']])
    expect((await login(username, userPassword)).status).toBe(200)
  })

  test.each([
    ['eight characters', 'Gx7-qw2é'],
    ['eight emoji', '🚚🔑🚛🏠🐶🐱🦊🐻'],
    ['one emoji eight times', '🔑'.repeat(8)],
    ['128 characters, counted as a person counts', '🔑'.repeat(128)],
    ['spaces at both ends, which belong to it', '  clave con espacios  '],
    ['quotes and markup', `<b>'";--\\%_`],
  ])('is accepted: %s', async (_name, password) => {
    const { username, client } = await aUser(server)
    expect((await change(client, userPassword, password)).status).toBe(200)
    expect((await login(username, password)).status).toBe(200)
    expect((await login(username, `${password} `)).status).not.toBe(200)
    expect((await login(username, password.slice(1))).status).not.toBe(200)
  })
})

describe('wrong current password', () => {
  test('counts as a failed login: 429 after five, also for the correct one', async () => {
    const { username, client } = await aUser(server)
    for (let i = 0; i < 5; i++) expect((await change(client, `no ${i}`, nueva)).status).toBe(400)
    const { status, headers, body } = await change(client, userPassword, nueva)
    expect([status, body.error]).toEqual([429, { code: 'DEMASIADOS_INTENTOS' }])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await login(username, userPassword)).status).toBe(429)
    expect(await isLive(client)).toBe(true)
  })

  test('shares the count of failed logins of that username and address', async () => {
    const { username, client } = await aUser(server)
    for (let i = 0; i < 3; i++) await login(username, `no ${i}`)
    for (let i = 0; i < 2; i++) await change(client, `no ${i}`, nueva)
    expect((await change(client, userPassword, nueva)).status).toBe(429)
  })

  test('does not count when the correct one follows', async () => {
    const { username, client } = await aUser(server)
    for (let i = 0; i < 4; i++) await change(client, `no ${i}`, nueva)
    expect((await change(client, userPassword, nueva)).status).toBe(200)
    for (let i = 0; i < 4; i++) expect((await login(username, `no ${i}`)).status).toBe(401)
    expect((await login(username, nueva)).status).toBe(200)
  })

  test('concurrent attempts of one session stay within the limit', async () => {
    for (let round = 0; round < 3; round++) {
      await run(server.db, sql`delete from intentos`)
      const { client } = await aUser(server)
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, i) => change(client, `no ${i}`, nueva)),
      )
      expect(countByStatus(responses)).toEqual({ 400: 5, 429: 7 })
    }
  })
})

describe('concurrent password changes', () => {
  test('of two sessions: one succeeds and one session remains', async () => {
    for (let round = 0; round < 6; round++) {
      const { username, client } = await aUser(server)
      const second = await login(username, userPassword)
      const passwords = [`${nueva} a`, `${nueva} b`]
      const responses = await Promise.all([
        change(client, userPassword, passwords[0]),
        change(second.client, userPassword, passwords[1]),
      ])
      expect(countByStatus(responses)).toMatchObject({ 200: 1 })
      const works: string[] = []
      for (const password of passwords)
        if ((await login(username, password)).status === 200) works.push(password)
      expect(works).toHaveLength(1)
      const open = [await isLive(client), await isLive(second.client)]
      expect(open.filter(Boolean)).toHaveLength(1)
    }
  })
})
