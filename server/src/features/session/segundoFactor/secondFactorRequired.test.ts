import { endpoints } from '@flota/contract/endpoints.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { run, sql } from '../../../platform/db/sql.ts'
import { programClients } from '../../../test/apiPrograms.ts'
import { activateFactor, segundoFactorPath } from '../../../test/segundoFactor.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../../test/testApp.ts'
import { aUser, userPassword } from '../../../test/users.ts'
import { makeChofer } from '../../../test/usuarios.ts'

// A company that requires a second factor (docs/contract/sessions.md).

let server: TestApp
/** A user with a second factor. */
let admin: Client
const programOf = programClients(() => ({ server, admin }))
beforeAll(async () => {
  server = await testApp()
  admin = (await aUser(server)).client
  await activateFactor(admin)
})
afterAll(() => server.close())
const setRequirement = (segundo_factor: string) => admin.put('/api/ajustes', { segundo_factor })
afterEach(() => setRequirement('nadie'))

const rejection = {
  success: false,
  message: 'Activa tu segundo factor para continuar.',
  error: { code: 'SEGUNDO_FACTOR' },
}
const exemptLines = [
  'GET /api/auth/verify',
  'POST /api/auth/logout',
  `GET ${segundoFactorPath}`,
  `POST ${segundoFactorPath}`,
  `PUT ${segundoFactorPath}`,
  `DELETE ${segundoFactorPath}`,
]
const sessionLines = endpoints.filter(({ access }) => access !== 'public').map(({ line }) => line)
/** An id without a record, so that permitted requests change nothing. */
const fill = (url: string) => url.replace(':tipo', 'choferes').replace(/:[it]?id/g, '2000000000')

/** Requests with a valid and with a malformed body, at each address of the call. */
async function send(client: Client, line: string): Promise<ApiResponse[]> {
  const [method = '', url = ''] = line.split(' ')
  const urls = /^\/api\/(usuarios|piloto)(\/|$)/.test(url) ? [url, url.slice('/api'.length)] : [url]
  const broken = ['GET', 'DELETE'].includes(method) ? {} : { payload: '{broken' }
  const responses: ApiResponse[] = []
  for (const each of urls) {
    responses.push(await client.send({ method, url: fill(each) }))
    responses.push(await client.send({ method, url: fill(each), ...broken }))
  }
  return responses
}
const pendiente = async (client: Client) => (await client.get('/api/auth/verify')).body.data.segundo_factor

test('every call but six: returns 403 to an administrador without a second factor', async () => {
  const client = await server.as()
  expect((await setRequirement('administradores')).status).toBe(200)
  for (const line of sessionLines.filter((each) => !exemptLines.includes(each))) {
    for (const { status, body } of await send(client, line))
      expect([line, status, body]).toEqual([line, 403, rejection])
  }
  for (const line of exemptLines.filter((each) => !each.includes('logout'))) {
    for (const { status } of await send(client, line)) expect([line, status === 403]).toEqual([line, false])
  }
  expect((await client.post('/api/auth/logout')).status).toBe(200)
})

test('public and unknown paths: are unaffected', async () => {
  const client = await server.as()
  await setRequirement('administradores')
  expect((await client.get('/api/config')).status).toBe(200)
  expect((await client.get('/api/nada')).status).toBe(404)
  expect((await client.patch('/api/choferes')).status).toBe(405)
  expect((await server.anonymous.get('/api/rutas')).status).toBe(401)
})

describe('required roles', () => {
  const roles = ['administrador', 'usuario', 'piloto'] as const
  test.each([
    ['nadie', []],
    ['administradores', ['administrador']],
    ['todos', ['administrador', 'usuario']],
  ])('%s: %j', async (setting, demanded) => {
    await setRequirement(setting)
    for (const rol of roles) {
      const piloto = rol === 'piloto' && { piloto_id: await makeChofer(admin) }
      const { client } = await aUser(server, { rol, ...piloto })
      const isDemanded = demanded.some((each) => each === rol)
      expect([rol, await pendiente(client)]).toEqual([rol, isDemanded ? 'pendiente' : undefined])
      // With "nadie" the calls return each role's usual status.
      const { body } = await client.get('/api/bitacora')
      expect([rol, body.error?.code]).toEqual([
        rol,
        isDemanded ? 'SEGUNDO_FACTOR' : rol === 'administrador' ? undefined : 'SIN_PERMISO',
      ])
    }
    expect(await pendiente(admin)).toBeUndefined()
  })

  test('an API token is exempt', async () => {
    const { client } = await aUser(server, { rol: 'usuario', permisos: ['gestionar_catalogos'] })
    const program = await programOf(client)
    await setRequirement('todos')
    expect((await client.get('/api/camiones')).status).toBe(403)
    expect((await program.get('/api/camiones')).status).toBe(200)
    expect(await pendiente(program)).toBeUndefined()
  })
})

test('login: returns segundo_factor until the same session has one', async () => {
  const { username } = await aUser(server)
  await setRequirement('administradores')
  const { body } = await server.anonymous.post('/api/auth/login', { username, password: userPassword })
  expect(body.data.segundo_factor).toBe('pendiente')
  const client = server.clientOf(server.app, body.data.token)
  expect((await client.get('/api/camiones')).status).toBe(403)
  await activateFactor(client)
  expect((await client.get('/api/camiones')).status).toBe(200)
  expect((await client.get('/api/auth/verify')).body.data).not.toHaveProperty('segundo_factor')
})

test('administrador who requires it without having one: is the first to need it', async () => {
  const client = await server.as()
  const { status, body } = await client.put('/api/ajustes', { segundo_factor: 'administradores' })
  expect([status, body.data.segundo_factor]).toEqual([200, 'administradores'])
  expect((await client.get('/api/ajustes')).body).toEqual(rejection)
})

test('PUT /api/ajustes: accepts the three values, and null as nadie', async () => {
  for (const segundo_factor of ['Todos', 'piloto', true])
    expect((await admin.put('/api/ajustes', { segundo_factor })).body.error.campos).toHaveProperty(
      'segundo_factor',
    )
  await setRequirement('todos')
  for (const segundo_factor of [null, '']) {
    await run(server.db, sql`update ajustes set segundo_factor = 'todos'`)
    expect((await admin.put('/api/ajustes', { segundo_factor })).body.data.segundo_factor).toBe('nadie')
  }
})
