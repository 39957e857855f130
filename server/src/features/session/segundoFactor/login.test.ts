import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { many, run, sql } from '../../../platform/db/sql.ts'
import { type ActivatedFactor, activateFactor, codeAt, wrongCodeAt } from '../../../test/segundoFactor.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../../test/testApp.ts'
import { aUser, countByStatus, userPassword } from '../../../test/users.ts'

// Login with a second factor (docs/contract/sessions.md).

const step = 30_000
/** The middle of a 30 s step, so that a few seconds of delay stay within it. */
let clock = Math.floor(Date.now() / step) * step + step / 2
let server: TestApp
let otherProcess: Client
beforeAll(async () => {
  server = await testApp({ now: () => new Date(clock) })
  otherProcess = server.clientOf(server.startAnotherApp())
})
afterAll(() => server.close())
beforeEach(async () => {
  // All of these tests share one address, which 30 failures would lock.
  await run(server.db, sql`delete from intentos`)
  clock += 10 * step
})

interface Owner extends ActivatedFactor {
  username: string
  client: Client
}
const anOwner = async (): Promise<Owner> => {
  const user = await aUser(server)
  // Keeps the code of the present step unused.
  return { ...user, ...(await activateFactor(user.client, clock - step)) }
}
const login = (username: string, codigo?: unknown, password = userPassword, by: Client = server.anonymous) =>
  by.post('/api/auth/login', { username, password, ...(codigo !== undefined && { codigo }) })
const summaryOf = ({ status, body }: ApiResponse) => [status, body.error?.code, body.message]
const codeRequired = [401, 'CODIGO_REQUERIDO', 'Escribe el código de tu aplicación.']
const wrong = [401, 'CODIGO_INCORRECTO', 'Código incorrecto.']
const wrongCredentials = [401, 'CREDENCIALES', 'Usuario o contraseña incorrectos']
const loginSuccess = [200, undefined, 'Inicio de sesión exitoso']

describe('test values of RFC 6238, appendix B', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s: %s', async (seconds, codigo) => {
    const { username, client } = await aUser(server)
    const secreto = Buffer.from('12345678901234567890')
    await run(
      server.db,
      sql`insert into segundos_factores (usuario_id, secreto, sal, desde)
        values (${client.userId}, ${secreto}, ${Buffer.alloc(16)}, now())`,
    )
    clock = seconds * 1000
    expect(summaryOf(await login(username, codigo))).toEqual(loginSuccess)
    clock = Math.floor(Date.now() / step) * step + step / 2
  })
})

test('login: opens a session when password and code come together', async () => {
  const { username, secreto } = await anOwner()
  const codigo = codeAt(secreto, clock)
  expect(summaryOf(await login(username))).toEqual(codeRequired)
  for (const none of [null, '', ' - ']) expect(summaryOf(await login(username, none))).toEqual(codeRequired)
  expect(summaryOf(await login(username, codigo, 'equivocada'))).toEqual(wrongCredentials)
  expect(summaryOf(await login(username, undefined, 'equivocada'))).toEqual(wrongCredentials)
  expect(summaryOf(await login(username, wrongCodeAt(secreto, clock)))).toEqual(wrong)
  const response = await login(username, codigo)
  expect(summaryOf(response)).toEqual(loginSuccess)
  expect(Object.keys(response.body.data).toSorted()).toEqual([
    'permissions',
    'permissions_dinero',
    'token',
    'user',
  ])
  const { status } = await server.clientOf(server.app, response.body.data.token).get('/api/auth/verify')
  expect(status).toBe(200)
})

test('login: ignores spaces and hyphens in a code', async () => {
  const { username, secreto } = await anOwner()
  const [first, last] = [codeAt(secreto, clock).slice(0, 3), codeAt(secreto, clock).slice(3)]
  expect(summaryOf(await login(username, ` ${first} -\u00a0${last}–`))).toEqual(loginSuccess)
})

test.each([
  [-25, 200],
  [25, 200],
  [-95, 401],
  [95, 401],
])('login: a code %i s off returns %i', async (seconds, status) => {
  const user = await aUser(server)
  const { secreto } = await activateFactor(user.client, clock)
  clock += 10 * step
  expect((await login(user.username, codeAt(secreto, clock + seconds * 1000))).status).toBe(status)
})

test('login: accepts a code once, and none of an earlier step', async () => {
  const { username, secreto } = await anOwner()
  expect(summaryOf(await login(username, codeAt(secreto, clock)))).toEqual(loginSuccess)
  expect(summaryOf(await login(username, codeAt(secreto, clock)))).toEqual(wrong)
  expect(summaryOf(await login(username, codeAt(secreto, clock - step)))).toEqual(wrong)
  expect(summaryOf(await login(username, codeAt(secreto, clock + step)))).toEqual(loginSuccess)
  expect(summaryOf(await login(username, codeAt(secreto, clock)))).toEqual(wrong)
})

test('login: rejects the code that confirmed the factor', async () => {
  const { username, client } = await aUser(server)
  const { secreto } = await activateFactor(client, clock)
  expect(summaryOf(await login(username, codeAt(secreto, clock)))).toEqual(wrong)
})

test('login: one of ten concurrent requests with the same code on two processes succeeds', async () => {
  const { username, secreto } = await anOwner()
  const codigo = codeAt(secreto, clock)
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      login(username, codigo, userPassword, i % 2 ? otherProcess : server.anonymous),
    ),
  )
  expect(countByStatus(responses)[200]).toBe(1)
  expect(responses.filter(({ status }) => ![200, 401, 429].includes(status))).toEqual([])
})

test('login: accepts a recovery code once, in either case, with or without hyphen', async () => {
  const { username, client, recuperacion } = await anOwner()
  const [first = '', second = ''] = recuperacion
  expect(summaryOf(await login(username, first))).toEqual(loginSuccess)
  expect(summaryOf(await login(username, first))).toEqual(wrong)
  expect(summaryOf(await login(username, ` ${second.toUpperCase().replace('-', '')} `))).toEqual(loginSuccess)
  expect((await client.get('/api/auth/segundo-factor')).body.data.recuperacion).toBe(8)
})

test('login: one of ten concurrent requests with the same recovery code succeeds', async () => {
  const { username, recuperacion } = await anOwner()
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      login(username, recuperacion[0], userPassword, i % 2 ? otherProcess : server.anonymous),
    ),
  )
  expect(countByStatus(responses)[200]).toBe(1)
})

describe('failed logins with a second factor', () => {
  test('five wrong codes lock the username before a code is requested', async () => {
    const { username, secreto } = await anOwner()
    for (let n = 0; n < 5; n++)
      expect(summaryOf(await login(username, wrongCodeAt(secreto, clock)))).toEqual(wrong)
    for (const codigo of [undefined, codeAt(secreto, clock)]) {
      const { status, body, headers } = await login(username, codigo)
      expect([status, body.error.code]).toEqual([429, 'DEMASIADOS_INTENTOS'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  test('a request for the code neither counts nor clears', async () => {
    const { username, secreto } = await anOwner()
    for (let n = 0; n < 4; n++) await login(username, undefined, 'equivocada')
    for (let n = 0; n < 6; n++) expect(summaryOf(await login(username))).toEqual(codeRequired)
    await login(username, wrongCodeAt(secreto, clock))
    expect((await login(username)).status).toBe(429)
  })

  test('wrong codes between right passwords: lock the username after the fifth', async () => {
    const { username, client, secreto } = await anOwner()
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) {
      expect(summaryOf(await login(username, wrongCodeAt(secreto, clock)))).toEqual(wrong)
      // Both check the password alone.
      statuses.push((await login(username)).status)
      statuses.push((await client.post('/api/auth/segundo-factor', { actual: userPassword })).status)
    }
    expect(statuses).toEqual([401, 409, 401, 409, 401, 409, 401, 409, 429, 429])
    expect((await login(username, codeAt(secreto, clock))).status).toBe(429)
  })

  test('a correct code clears the count', async () => {
    const { username, secreto } = await anOwner()
    for (let n = 0; n < 4; n++) await login(username, wrongCodeAt(secreto, clock))
    expect(summaryOf(await login(username, codeAt(secreto, clock)))).toEqual(loginSuccess)
    for (let n = 0; n < 4; n++)
      expect(summaryOf(await login(username, wrongCodeAt(secreto, clock)))).toEqual(wrong)
  })
})

test('login: checks only the format of codigo when the user has no second factor', async () => {
  const { username } = await aUser(server)
  for (const codigo of [undefined, null, '', '000000', 'x'.repeat(100)])
    expect((await login(username, codigo)).status).toBe(200)
  for (const codigo of [123_456, ['123456'], 'x'.repeat(101), 'a\0b']) {
    const { status, body } = await login(username, codigo)
    expect([status, Object.keys(body.error.campos)]).toEqual([400, ['codigo']])
  }
})

test('audit log: records each rejection and login, but no request for a code', async () => {
  const { username, secreto } = await anOwner()
  const calls = [
    await login(username),
    await login(username, wrongCodeAt(secreto, clock)),
    await login(username, codeAt(secreto, clock)),
  ]
  const rows = await many(
    server.db,
    sql`select accion, tipo, usuario, cambios from bitacora
      where peticion = any (${calls.map(({ headers }) => headers['x-request-id'])}) order by id`,
  )
  const row = { tipo: 'sesiones', usuario: username, cambios: {} }
  expect(rows).toEqual([
    { ...row, accion: 'rechazado' },
    { ...row, accion: 'entrar' },
  ])
})
