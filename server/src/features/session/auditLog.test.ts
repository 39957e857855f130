import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { one, sql } from '../../platform/db/sql.ts'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import { type ApiResponse, type TestApp, testApp } from '../../test/testApp.ts'
import { aUser, userPassword } from '../../test/users.ts'

// Logins, logouts and rejected logins in the log (docs/contract/reports.md).

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

const login = (username: string, password = userPassword) =>
  server.anonymous.post('/api/auth/login', { username, password })
const logRowsOf = (answer: ApiResponse) => findLogRowsOfRequest(server.db, answer)
const emptyFields = { tipo: 'sesiones', registro_id: null, nombre: null, cambios: {}, motivo: null }

test('audit log: names the user of a login and a logout', async () => {
  const { username, client } = await aUser(server)
  const loginResponse = await login(username.toUpperCase())
  const author = { usuario_id: client.userId, usuario: username }
  expect(await logRowsOf(loginResponse)).toEqual([{ accion: 'entrar', ...emptyFields, ...author }])
  const own = server.clientOf(server.app, loginResponse.body.data.token)
  const logoutResponse = await own.post('/api/auth/logout')
  expect(await logRowsOf(logoutResponse)).toEqual([{ accion: 'salir', ...emptyFields, ...author }])
  const again = await own.post('/api/auth/logout')
  expect([again.status, await logRowsOf(again)]).toEqual([401, []])
})

test('audit log: records one logout when several requests end the same session', async () => {
  const { client } = await aUser(server)
  const responses = await Promise.all([1, 2, 3, 4].map(() => client.post('/api/auth/logout')))
  const rows = await Promise.all(responses.map(logRowsOf))
  expect(rows.flat().map(({ accion }) => accion)).toEqual(['salir'])
})

test('audit log: records each 401 with its user, also an inactive one, but no 429', async () => {
  const { username, client } = await aUser(server)
  const wrong = await login(username, 'No es esta')
  expect(wrong.status).toBe(401)
  const author = { usuario_id: client.userId, usuario: username }
  expect(await logRowsOf(wrong)).toEqual([{ accion: 'rechazado', ...emptyFields, ...author }])

  const unknownUser = await login(`nadie-${randomUUID()}`, 'No es esta')
  expect(unknownUser.status).toBe(401)
  expect(await logRowsOf(unknownUser)).toEqual([
    { accion: 'rechazado', ...emptyFields, usuario_id: null, usuario: null },
  ])

  const idle = await aUser(server)
  await server.db.query(sql`update usuarios set estado = 'inactivo' where username = ${idle.username}`)
  const inactiveUser = await login(idle.username)
  expect(inactiveUser.status).toBe(401)
  expect(await logRowsOf(inactiveUser)).toMatchObject([{ accion: 'rechazado', usuario: idle.username }])

  const guesses: ApiResponse[] = []
  for (let i = 0; i < 6; i++) guesses.push(await login(username, `Intento ${i}`))
  expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 429, 429])
  expect((await Promise.all(guesses.map(logRowsOf))).map((rows) => rows.length)).toEqual([1, 1, 1, 1, 0, 0])
})

test('audit log: records a rejection when the password changes during the login', async () => {
  const { username } = await aUser(server)
  let trying: Promise<ApiResponse> | undefined
  await server.db.transaction(async (tx) => {
    await tx.query(sql`update usuarios set password_hash = 'otra' where username = ${username}`)
    trying = login(username)
    const waits = () => one(server.db, sql`select from pg_locks where not granted`)
    await vi.waitUntil(waits, { timeout: 60_000, interval: 20 })
  })
  const answer = await trying
  expect(answer?.status).toBe(401)
  expect(answer && (await logRowsOf(answer))).toMatchObject([{ accion: 'rechazado', usuario: username }])
})

test('audit log: records a password change, but no wrong current password', async () => {
  const { username, client } = await aUser(server)
  const change = (actual: string) => client.post('/api/auth/password', { actual, nueva: 'Otro volcán 77' })
  const wrong = await change('No es esta')
  expect([wrong.status, await logRowsOf(wrong)]).toEqual([400, []])
  const right = await change(userPassword)
  expect(right.status).toBe(200)
  expect(await logRowsOf(right)).toEqual([
    {
      accion: 'clave',
      tipo: 'usuarios',
      registro_id: client.userId,
      nombre: username,
      usuario_id: client.userId,
      usuario: username,
      cambios: {},
      motivo: null,
    },
  ])
})
