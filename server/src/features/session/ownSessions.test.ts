import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { aUser, userPassword } from '../../test/users.ts'
import { navegadorOf } from './routes.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

interface Sesion {
  id: number
  creada_en: string
  usada_en: string
  direccion: string | null
  navegador: string
  actual: boolean
}
const path = '/api/auth/sesiones'
const list = async (client: Client): Promise<Sesion[]> => {
  const { status, body } = await client.get(path)
  expect([status, body.count]).toEqual([200, body.data.length])
  return body.data
}
const verifyStatus = async (client: Client) => (await client.get('/api/auth/verify')).status

/** Opens another session of a user by a login. */
async function login(username: string, agent?: string): Promise<Client> {
  const { body } = await server.anonymous.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username, password: userPassword },
    headers: { 'content-type': 'application/json', ...(agent && { 'user-agent': agent }) },
  })
  return server.clientOf(server.app, body.data.token, body.data.user.id)
}

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

test.each(['administrador', 'usuario', 'piloto'] as const)(
  'GET /api/auth/sesiones: returns their own live sessions to a %s',
  async (rol) => {
    const { username, client } = await aUser(server, { rol })
    await aUser(server, { rol })
    const firstLogin = await login(username, chrome)
    const secondLogin = await login(username)
    const ages =
      (used: string, opened = '0') =>
      (of: Client) =>
        run(
          server.db,
          sql`update sesiones set usada_en = now() - ${used}::interval, creada_en = creada_en - ${opened}::interval
        where token_hash = sha256(${of.token}::text::bytea)`,
        )
    await ages('30 seconds')(secondLogin)
    await ages('50 seconds')(client)
    expect(await list(firstLogin)).toEqual(
      [
        { direccion: '127.0.0.1', navegador: 'Chrome en Windows', actual: true },
        { direccion: '127.0.0.1', navegador: 'Otro', actual: false },
        { direccion: null, navegador: 'Otro', actual: false },
      ].map((each) => ({
        id: expect.any(Number),
        creada_en: expect.stringMatching(/^20.*Z$/),
        usada_en: expect.stringMatching(/^20.*Z$/),
        ...each,
      })),
    )
    await ages(rol === 'piloto' ? '7 days 1 second' : '12 hours 1 second')(secondLogin)
    await ages('1 second', '30 days 1 second')(client)
    const [only, ...none] = await list(firstLogin)
    expect([only?.actual, none]).toEqual([true, []])
    // An expired session can't be closed.
    for (const of of [secondLogin, client]) {
      const { rows } = await server.db.query<{ id: number }>(
        sql`select id from sesiones where token_hash = sha256(${of.token}::text::bytea)`,
      )
      expect((await firstLogin.delete(`${path}/${rows[0]?.id}`)).status).toBe(404)
    }
    expect((await firstLogin.delete(path)).body.message).toBe('Se cerraron 0 sesiones.')
  },
)

test('GET /api/auth/sesiones: lists the newer of two equal times first', async () => {
  const { username, client } = await aUser(server)
  await login(username)
  await login(username)
  await run(server.db, sql`update sesiones set usada_en = now() where usuario_id = ${client.userId}`)
  const ids = (await list(client)).map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
})

test('DELETE /api/auth/sesiones/:id: closes and logs a session once; returns 404 for others and 400 for no number', async () => {
  const { username, client } = await aUser(server)
  const other = await login(username)
  const otherUser = await aUser(server)
  const [id] = (await list(client)).filter(({ actual }) => !actual).map((each) => each.id)
  for (const wrong of [id, 2_000_000_000]) {
    const { status, body } = await otherUser.client.delete(`${path}/${wrong}`)
    expect([status, body.message]).toEqual([404, 'Sesión no encontrada'])
  }
  expect((await client.delete(`${path}/x`)).body.error.campos).toHaveProperty('id')
  expect(await verifyStatus(other)).toBe(200)

  const responses = await Promise.all([1, 2, 3].map(() => client.delete(`${path}/${id}`)))
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
  const closing = responses.find(({ status }) => status === 200)
  expect(closing?.body).toEqual({ success: true, message: 'Sesión cerrada', data: null })
  const rows = await Promise.all(responses.map((answer) => findLogRowsOfRequest(server.db, answer)))
  expect(rows.flat()).toEqual([
    {
      accion: 'salir',
      tipo: 'sesiones',
      registro_id: null,
      nombre: null,
      usuario_id: client.userId,
      usuario: username,
      cambios: {},
      motivo: null,
    },
  ])
  expect([await verifyStatus(other), await verifyStatus(client)]).toEqual([401, 200])
})

test('DELETE /api/auth/sesiones/:id: closes the current session too', async () => {
  const { client } = await aUser(server)
  const [own] = await list(client)
  const answer = await client.delete(`${path}/${own?.id}`)
  expect([answer.status, answer.body.message]).toEqual([200, 'Sesión cerrada'])
  expect((await findLogRowsOfRequest(server.db, answer)).map(({ accion }) => accion)).toEqual(['salir'])
  expect(await verifyStatus(client)).toBe(401)
})

test('DELETE /api/auth/sesiones: closes all others, returns their number and logs each', async () => {
  const { username, client } = await aUser(server)
  const bystander = await aUser(server)
  for (const [others, words] of [
    [0, 'Se cerraron 0 sesiones.'],
    [1, 'Se cerró 1 sesión.'],
    [3, 'Se cerraron 3 sesiones.'],
  ] as const) {
    for (let i = 0; i < others; i++) await login(username)
    const answer = await client.delete(path)
    expect(answer.body).toEqual({ success: true, message: words, data: null })
    const rows = await findLogRowsOfRequest(server.db, answer)
    expect(rows.map(({ accion }) => accion)).toEqual(Array(others).fill('salir'))
    expect(await list(client)).toHaveLength(1)
  }
  expect(await verifyStatus(bystander.client)).toBe(200)
})

test.each([
  [chrome, 'Chrome en Windows'],
  [`${chrome} Edg/142.0`, 'Edge en Windows'],
  [`${chrome} OPR/120.0`, 'Opera en Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox en Linux'],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A155M) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
    'Samsung Internet en Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome en Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari en iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Chrome en iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari en Mac',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
    'Chrome en Linux',
  ],
  ['curl/8.14.1', 'Otro'],
  ['Chrome/142', 'Otro'],
  ['', 'Otro'],
  [undefined, 'Otro'],
])('navegadorOf: %j is %s', (agent, expected) => {
  expect(navegadorOf(agent)).toBe(expected)
})
