import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, one, raw, sql } from '../../platform/db/sql.ts'
import { createProgram } from '../../test/apiPrograms.ts'
import { captureLog } from '../../test/captureLog.ts'
import { activateFactor, removeFactor } from '../../test/segundoFactor.ts'
import { type ApiResponse, type TestApp, testApp } from '../../test/testApp.ts'
import { aUser, userPassword } from '../../test/users.ts'

const log = captureLog()
let server: TestApp
beforeAll(async () => {
  server = await testApp({ log: pino({ level: 'trace' }, log.stream) })
})
afterAll(() => server.close())

const nueva = 'La que sigue, secreta 7'
const wrong = 'Equivocada y secreta 3'

test('log and responses: contain no password, token or hash', async () => {
  const { username } = await aUser(server)
  const login = (password: string) => server.anonymous.post('/api/auth/login', { username, password })
  const { token } = (await login(userPassword)).body.data
  const client = server.clientOf(server.app, token)
  const responses: ApiResponse[] = [
    await login(wrong),
    await server.anonymous.post('/api/auth/login', { username: [wrong], password: wrong }),
    await server.anonymous.post('/api/auth/login', { username: 'x'.repeat(61), password: userPassword }),
    await server.anonymous.send({
      method: 'POST',
      url: `/api/auth/login?password=${encodeURIComponent(wrong)}`,
      payload: `{"username": "x", "password": "${wrong}"`,
      headers: { 'content-type': 'application/json' },
    }),
    await client.get('/api/auth/verify'),
    await client.get('/api/auth/nada'),
    await client.post('/api/auth/password', { actual: wrong, nueva }),
    await client.post('/api/auth/password', { actual: userPassword, nueva: 'password' }),
    await client.post('/api/auth/password', { actual: userPassword, nueva }),
    await server.anonymous.get(`/api/auth/verify?token=${token}`),
  ]
  await server.db.query(raw('alter table intentos rename to otros'))
  responses.push(await login(wrong), await client.post('/api/auth/password', { actual: nueva, nueva: wrong }))
  await server.db.query(raw('alter table otros rename to intentos'))
  await server.db.query(raw('alter table sesiones rename to otras'))
  responses.push(await client.get('/api/auth/verify'))
  await server.db.query(raw('alter table otras rename to sesiones'))
  responses.push(await client.post('/api/auth/logout'))
  expect(responses.map(({ status }) => status)).toEqual([
    401, 400, 400, 400, 200, 404, 400, 400, 200, 401, 500, 500, 500, 200,
  ])

  const output = log.text() + JSON.stringify(responses)
  expect(log.all().length).toBeGreaterThan(10)
  for (const secret of [userPassword, wrong, nueva, encodeURIComponent(wrong), token, '$argon2']) {
    expect([secret, output.includes(secret)]).toEqual([secret, false])
  }
})

test('log: contains no code or secret of a second factor', async () => {
  const { username, client } = await aUser(server)
  const { secreto, recuperacion } = await activateFactor(client)
  const [first = '', second = ''] = recuperacion
  const login = (codigo: string) =>
    server.anonymous.post('/api/auth/login', { username, password: userPassword, codigo })
  const wrongCode = 'qwert-yuiop'
  const responses = [await login(wrongCode), await login(first), await removeFactor(client, wrongCode)]
  await server.db.query(raw('alter table segundos_factores rename to otros'))
  responses.push(await login(second), await removeFactor(client, second))
  await server.db.query(raw('alter table otros rename to segundos_factores'))
  responses.push(await removeFactor(client, second))
  expect(responses.map(({ status }) => status)).toEqual([401, 200, 400, 500, 500, 200])
  const rows = await many<{ fila: string }>(server.db, sql`select b::text as fila from bitacora b`)
  const output = [log.text(), JSON.stringify(responses), ...rows.map(({ fila }) => fila)].join('\n')
  for (const secret of [secreto, first, second, wrongCode, encodeURIComponent(second)])
    expect([secret, output.includes(secret)]).toEqual([secret, false])
})

test('log: contains no API token', async () => {
  const { token, client } = await createProgram({ server, admin: await server.as({ username: 'jefa' }) })
  await client.get(`/api/auth/verify?token=${token}`)
  await client.post('/api/auth/login', { username: token, password: token })
  await server.clientOf(server.app, `${token}x`).get('/api/rutas')
  const rows = await many<{ fila: string }>(server.db, sql`select b::text as fila from bitacora b`)
  const output = log.text() + JSON.stringify(rows)
  expect([output.includes('Contador'), output.includes(token)]).toEqual([true, false])
})

describe('request log', () => {
  test('is one JSON object with method, path without query, status and id', async () => {
    const answer = await server.anonymous.get('/api/config?clave=secreta')
    const output = log.all().filter(({ reqId }) => reqId === answer.headers['x-request-id'])
    expect(output).toHaveLength(1)
    expect(output[0]).toMatchObject({ level: 30, method: 'GET', path: '/api/config', status: 200 })
  })

  test('can’t be forged by an address or a header', async () => {
    await server.anonymous.send({
      method: 'GET',
      url: '/api/x%0a%7B%22level%22:60%7D',
      headers: { 'user-agent': 'x\\n{"level":60}', 'x-request-id': '{"level":60}' },
    })
    expect(log.all().filter(({ level }) => level === 60)).toEqual([])
  })
})

test('request log: names user and address of a rejected login, but not its input', async () => {
  const { username } = await aUser(server)
  const rejectedUser = await one<{ id: number }>(
    server.db,
    sql`select id from usuarios where username = ${username}`,
  )
  const { token = '', userId } = await server.as({ rol: 'piloto' })
  const before = log.all().length
  await server.anonymous.post('/api/auth/login', { username, password: wrong })
  await server.anonymous.post('/api/auth/login', { username: 'tal vez mi clave', password: wrong })
  await server.clientOf(server.app, token).get('/api/choferes')
  await server.anonymous.get('/api/choferes')
  const output = log
    .all()
    .slice(before)
    .filter(({ msg }) => msg === 'request')
  const address = '127.0.0.1'
  expect(output).toMatchObject([
    { path: '/api/auth/login', status: 401, user: rejectedUser?.id, address },
    { path: '/api/auth/login', status: 401, address },
    { path: '/api/choferes', status: 403, user: userId, address },
    { path: '/api/choferes', status: 401, address },
  ])
  expect(output.map(({ user }) => user)).toEqual([rejectedUser?.id, undefined, userId, undefined])
  expect(log.text()).not.toContain('tal vez mi clave')
})
