import { rolId } from '@flota/contract/permisos.ts'
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

// The head of a request and one byte of its body; then its caller loses the right to make it; then the rest.

let server: TestApp
let admin: Client
let hold: Awaited<ReturnType<typeof listenForPausedRequests>>
let references: References
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  hold = await listenForPausedRequests(server.startAnotherApp())
  references = await insertReferences(server.db)
})
afterAll(() => server.close())

const makeCliente = async () => (await admin.post('/api/clientes', aPersona())).body.data.id as number

/** Calls that an administrator may make, the first of them to stay one. */
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

/** Finishes them one after the other, and looks that none of them writes. */
async function expectRefused(
  held: readonly PausedRequest[],
  change: () => Promise<ApiResponse>,
  status: number,
  code: string,
) {
  await Promise.all(held.map(({ authenticated }) => authenticated))
  expect((await change()).status).toBe(200)
  const before = await readAllTables(server.db)
  for (const each of held) {
    const { body, ...answer } = await each.finish()
    expect([answer.status, body.error]).toEqual([status, { code }])
  }
  expect(await readAllTables(server.db)).toEqual(before)
}

describe('a request that was held while its user was', () => {
  test.each(ends)('%s writes nothing', async (_name, end) => {
    const user = await server.as()
    const held = (await callsOf(user.userId)).map((call) => hold({ ...call, token: user.token }))
    await expectRefused(held, () => end(user), 401, 'SESION_EXPIRADA')
  })

  test('given a new password by the user elsewhere, too', async () => {
    const { client, username } = await aUser(server)
    const body = { username, password: userPassword }
    const { token } = (await server.anonymous.post('/api/auth/login', body)).body.data
    const held = (await callsOf(client.userId)).map((call) => hold({ ...call, token }))
    const change = () => client.post('/api/auth/password', { actual: userPassword, nueva: 'Otra-clave-de-7' })
    await expectRefused(held, change, 401, 'SESION_EXPIRADA')
  })

  test('given another role', async () => {
    const user = await server.as()
    const held = (await callsOf(user.userId)).map((call) => hold({ ...call, token: user.token }))
    await expectRefused(held, () => put({ rol_id: rolId.usuario })(user), 403, 'SIN_PERMISO')
  })

  test('left without the permission', async () => {
    const user = await server.as({ rol: 'usuario', permisos: ['gestionar_catalogos'] })
    const held = (await clienteCalls()).map((call) => hold({ ...call, token: user.token }))
    await expectRefused(held, () => put({ permisos: [2] })(user), 403, 'SIN_PERMISO')
  })
})

test('a program’s request that was held while its token was revoked writes nothing', async () => {
  const { id, session, token } = await createProgram({ server, admin }, { permisos: ['gestionar_catalogos'] })
  const held = (await clienteCalls()).map((call) => hold({ ...call, token }))
  const revoke = () => admin.delete(`/usuarios/${session.userId}/tokens/${id}`)
  await expectRefused(held, revoke, 401, 'SESION_EXPIRADA')
})

describe('a pilot’s request that was held while', () => {
  const pilot = async () => {
    const { chofer_id } = await insertReferences(server.db)
    const user = await server.as({ rol: 'piloto', piloto_id: chofer_id })
    const id = await insertRutaRow(server.db, { ...references, chofer_id }, { estado: 'Entregado' })
    const held = ['/piloto', '/api/piloto'].map((url) =>
      hold({
        method: 'PUT',
        url: `${url}/ruta/${id}/estado`,
        body: { nuevoEstado: 'En curso' },
        token: user.token,
      }),
    )
    return { user, chofer_id, held }
  }

  test.each(ends.filter(([name]) => !name.startsWith('idle')))('the user was %s', async (_name, end) => {
    const { user, held } = await pilot()
    await expectRefused(held, () => end(user), 401, 'SESION_EXPIRADA')
  })

  test('the pilot went into the bin', async () => {
    const { chofer_id, held } = await pilot()
    await expectRefused(held, () => admin.delete(`/api/choferes/${chofer_id}`), 401, 'SESION_EXPIRADA')
  })

  test.each([
    ['the permission', { permisos: [4] }],
    ['the role', { rol_id: rolId.usuario }],
  ])('%s was taken away', async (_name, body) => {
    const { user, held } = await pilot()
    await expectRefused(held, () => put(body)(user), 403, 'SIN_PERMISO')
  })

  test('the user was given to another pilot, whose routes are others', async () => {
    const { user, held } = await pilot()
    const { chofer_id } = await insertReferences(server.db)
    await expectRefused(held, () => put({ piloto_id: chofer_id })(user), 404, 'NO_ENCONTRADO')
  })
})

test('a request that was held and whose caller still may, is done', async () => {
  const user = await server.as({ rol: 'usuario', permisos: ['gestionar_catalogos'] })
  const held = (await clienteCalls()).map((call) => hold({ ...call, token: user.token }))
  await Promise.all(held.map(({ authenticated }) => authenticated))
  expect((await Promise.all(held.map((each) => each.finish()))).map(({ status }) => status)).toEqual([
    201, 200, 200,
  ])
})

test('who may not is told so before the body comes', async () => {
  const user = await server.as({ rol: 'usuario' })
  for (const call of await callsOf(user.userId)) {
    expect((await hold(call).answer).status).toBe(401)
    expect((await hold({ ...call, token: user.token }).answer).status).toBe(403)
  }
})
