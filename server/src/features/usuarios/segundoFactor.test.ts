import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import { activateFactor, segundoFactorPath } from '../../test/segundoFactor.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { aUser, userPassword } from '../../test/users.ts'

// DELETE /usuarios/{id}/segundo-factor: for a user who lost the phone (docs/contract/sessions.md).

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = (await aUser(server, { username: 'jefa' })).client
})
afterAll(() => server.close())

const remove = (id: number | undefined) => admin.delete(`/usuarios/${id}/segundo-factor`)
const login = (username: string) =>
  server.anonymous.post('/api/auth/login', { username, password: userPassword })
const status = async (client: Client) => (await client.get('/api/auth/verify')).status

test('DELETE segundo-factor: removes the factor, ends the user’s sessions and logs one row', async () => {
  const { username, client } = await aUser(server)
  const bystander = (await aUser(server)).client
  await activateFactor(client)
  expect((await login(username)).body.error.code).toBe('CODIGO_REQUERIDO')
  const { version } = (await admin.get(`/usuarios/${client.userId}`)).body.data
  const answer = await remove(client.userId)
  expect([answer.status, answer.body.message, answer.body.data]).toEqual([
    200,
    'Segundo factor desactivado',
    null,
  ])
  expect([await status(client), await status(bystander), await status(admin)]).toEqual([401, 200, 200])
  expect((await login(username)).status).toBe(200)
  expect((await admin.get(`/usuarios/${client.userId}`)).body.data).toMatchObject({
    segundo_factor: false,
    version,
  })
  expect(await findLogRowsOfRequest(server.db, answer)).toEqual([
    {
      accion: 'editar',
      tipo: 'usuarios',
      registro_id: client.userId,
      nombre: username,
      usuario_id: admin.userId,
      usuario: 'jefa',
      cambios: { segundo_factor: ['sí', 'no'] },
      motivo: null,
    },
  ])
})

test('DELETE segundo-factor: changes nothing without a confirmed factor', async () => {
  const { client } = await aUser(server)
  await client.post(segundoFactorPath, { actual: userPassword })
  const answer = await remove(client.userId)
  expect([answer.status, answer.body.message]).toEqual([200, 'Segundo factor desactivado'])
  expect(await status(client)).toBe(200)
  expect(await findLogRowsOfRequest(server.db, answer)).toEqual([])
})

test('of one’s own account: keeps the current session, also where the company requires a factor', async () => {
  const { recuperacion } = await activateFactor(admin)
  const { body } = await server.anonymous.post('/api/auth/login', {
    username: 'jefa',
    password: userPassword,
    codigo: recuperacion[0],
  })
  const other = server.clientOf(server.app, body.data.token)
  expect(await status(other)).toBe(200)
  await admin.put('/api/ajustes', { segundo_factor: 'administradores' })
  expect((await remove(admin.userId)).status).toBe(200)
  expect([await status(admin), await status(other)]).toEqual([200, 401])
  expect((await admin.get('/api/auth/verify')).body.data.segundo_factor).toBe('pendiente')
  await activateFactor(admin)
  await admin.put('/api/ajustes', { segundo_factor: 'nadie' })
})

test('DELETE segundo-factor: returns 404 when the user is unknown or deleted', async () => {
  const { client } = await aUser(server)
  await admin.delete(`/usuarios/${client.userId}`)
  for (const id of [client.userId, 2_000_000_000]) {
    const { status: code, body } = await remove(id)
    expect([code, body.message]).toEqual([404, 'Usuario no encontrado'])
  }
})
