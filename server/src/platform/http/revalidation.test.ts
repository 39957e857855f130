import { rolId } from '@flota/contract/core/permisos.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAllTables } from '../../test/allRows.ts'
import { createProgram } from '../../test/apiPrograms.ts'
import { aPersona } from '../../test/factories.ts'
import { insertReferences, insertRutaRow, type References } from '../../test/rutas.ts'
import { listenForPausedRequests, type PausedRequest } from '../../test/slowRequests.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { aUser, userPassword } from '../../test/users.ts'
import { aUsuario } from '../../test/usuarios.ts'
import { run, sql } from '../db/sql.ts'

// Sends a request's head and one byte, takes away the user's access, then sends the rest.

let server: TestApp
let admin: Client
let pause: Awaited<ReturnType<typeof listenForPausedRequests>>
let references: References
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  pause = await listenForPausedRequests(server.startAnotherApp())
  references = await insertReferences(server.db)
})
afterAll(() => server.close())

const makeCliente = async () => (await admin.post('/api/clientes', aPersona())).body.data.id as number

/** Calls of an administrator. The first ones keep the role. */
const callsOf = async (userId = 0) => [
  ...['/usuarios', '/api/usuarios'].flatMap((url) => [
    { method: 'PUT', url: `${url}/${userId}`, body: { rol_id: rolId.administrador, estado: 'activo' } },
    { method: 'PATCH', url: `${url}/${userId}/status`, body: { estado: 'activo' } },
    { method: 'POST', url, body: aUsuario({ rol_id: rolId.administrador }) },
  ]),
  { method: 'DELETE', url: `/usuarios/${admin.userId}`, body: {} },
  { method: 'POST', url: '/api/papelera/clientes/1/restaurar', body: {} },
  ...(await clienteCalls()),
]

const clienteCalls = async () => [
  { method: 'POST', url: '/api/clientes', body: aPersona() },
  { method: 'PUT', url: `/api/clientes/${await makeCliente()}`, body: aPersona() },
  { method: 'DELETE', url: `/api/clientes/${await makeCliente()}`, body: {} },
]

type Change = (user: Client) => Promise<ApiResponse>
const put =
  (body: unknown): Change =>
  (user) =>
    admin.put(`/usuarios/${user.userId}`, body)

const ends: [string, Change][] = [
  ['deactivated', (user) => admin.patch(`/usuarios/${user.userId}/status`, { estado: 'inactivo' })],
  ['deleted', (user) => admin.delete(`/usuarios/${user.userId}`)],
  ['given a new password', put({ password: 'Nueva-clave-7' })],
  ['logged out', (user) => user.post('/api/auth/logout')],
  [
    'idle for 12 hours',
    async ({ userId }) => {
      await run(
        server.db,
        sql`update sesiones set usada_en = now() - interval '13 hours' where usuario_id = ${userId}`,
      )
      return admin.get('/api/auth/verify')
    },
  ],
]

/** Finishes the requests one by one and checks that none writes. */
async function expectRejected(
  paused: readonly PausedRequest[],
  change: () => Promise<ApiResponse>,
  status: number,
  code: string,
) {
  await Promise.all(paused.map(({ authenticated }) => authenticated))
  expect((await change()).status).toBe(200)
  const before = await readAllTables(server.db)
  for (const each of paused) {
    const { body, ...answer } = await each.finish()
    expect([answer.status, body.error]).toEqual([status, { code }])
  }
  expect(await readAllTables(server.db)).toEqual(before)
}

describe('paused request', () => {
  test.each(ends)('writes nothing when its user was %s', async (_name, end) => {
    const user = await server.as()
    const paused = (await callsOf(user.userId)).map((call) => pause({ ...call, token: user.token }))
    await expectRejected(paused, () => end(user), 401, 'SESION_EXPIRADA')
  })

  test('writes nothing when its user changed the password elsewhere', async () => {
    const { client, username } = await aUser(server)
    const body = { username, password: userPassword }
    const { token } = (await server.anonymous.post('/api/auth/login', body)).body.data
    const paused = (await callsOf(client.userId)).map((call) => pause({ ...call, token }))
    const change = () => client.post('/api/auth/password', { actual: userPassword, nueva: 'Otra-clave-de-7' })
    await expectRejected(paused, change, 401, 'SESION_EXPIRADA')
  })

  test('writes nothing when its user got another role', async () => {
    const user = await server.as()
    const paused = (await callsOf(user.userId)).map((call) => pause({ ...call, token: user.token }))
    await expectRejected(paused, () => put({ rol_id: rolId.usuario })(user), 403, 'SIN_PERMISO')
  })

  test('writes nothing when its user lost the permission', async () => {
    const user = await server.as({ rol: 'usuario', permisos: ['gestionar_catalogos'] })
    const paused = (await clienteCalls()).map((call) => pause({ ...call, token: user.token }))
    await expectRejected(paused, () => put({ permisos: [2] })(user), 403, 'SIN_PERMISO')
  })
})

test('paused request of an API token: writes nothing when the token was revoked', async () => {
  const { id, session, token } = await createProgram({ server, admin }, { permisos: ['gestionar_catalogos'] })
  const paused = (await clienteCalls()).map((call) => pause({ ...call, token }))
  const revoke = () => admin.delete(`/usuarios/${session.userId}/tokens/${id}`)
  await expectRejected(paused, revoke, 401, 'SESION_EXPIRADA')
})

describe('paused request of a pilot', () => {
  const pilot = async () => {
    const { chofer_id } = await insertReferences(server.db)
    const user = await server.as({ rol: 'piloto', piloto_id: chofer_id })
    const id = await insertRutaRow(server.db, { ...references, chofer_id }, { estado: 'Entregado' })
    const paused = ['/piloto', '/api/piloto'].map((url) =>
      pause({
        method: 'PUT',
        url: `${url}/ruta/${id}/estado`,
        body: { nuevoEstado: 'En curso' },
        token: user.token,
      }),
    )
    return { user, chofer_id, paused }
  }

  test.each(ends.filter(([name]) => !name.startsWith('idle')))(
    'writes nothing when the user was %s',
    async (_name, end) => {
      const { user, paused } = await pilot()
      await expectRejected(paused, () => end(user), 401, 'SESION_EXPIRADA')
    },
  )

  test('writes nothing when the pilot was deleted', async () => {
    const { chofer_id, paused } = await pilot()
    await expectRejected(paused, () => admin.delete(`/api/choferes/${chofer_id}`), 401, 'SESION_EXPIRADA')
  })

  test.each([
    ['the permission', { permisos: [4] }],
    ['the role', { rol_id: rolId.usuario }],
  ])('writes nothing when the user lost %s', async (_name, body) => {
    const { user, paused } = await pilot()
    await expectRejected(paused, () => put(body)(user), 403, 'SIN_PERMISO')
  })

  test('writes nothing when the user was assigned to another pilot', async () => {
    const { user, paused } = await pilot()
    const { chofer_id } = await insertReferences(server.db)
    await expectRejected(paused, () => put({ piloto_id: chofer_id })(user), 404, 'NO_ENCONTRADO')
  })
})

test('paused request: succeeds when the user still has the permission', async () => {
  const user = await server.as({ rol: 'usuario', permisos: ['gestionar_catalogos'] })
  const paused = (await clienteCalls()).map((call) => pause({ ...call, token: user.token }))
  await Promise.all(paused.map(({ authenticated }) => authenticated))
  expect((await Promise.all(paused.map((each) => each.finish()))).map(({ status }) => status)).toEqual([
    201, 200, 200,
  ])
})

test('request without permission: gets 403 before its body', async () => {
  const user = await server.as({ rol: 'usuario' })
  for (const call of await callsOf(user.userId)) {
    expect((await pause(call).answer).status).toBe(401)
    expect((await pause({ ...call, token: user.token }).answer).status).toBe(403)
  }
})
