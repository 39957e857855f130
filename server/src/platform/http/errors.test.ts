import { METHODS } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyRequests, endpointRequests, missingId, requestName } from '../../test/endpointRequests.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
let nobody: Client
let piloto: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  nobody = await server.as({ rol: 'usuario' })
  piloto = await server.as({ rol: 'piloto' })
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }
const big = JSON.stringify({ placa: 'x'.repeat(2 * 1024 * 1024) })
const badBodies = [
  { payload: '{"placa": ', headers: json },
  { payload: big, headers: json },
  { payload: 'placa=1', headers: { 'content-type': 'text/plain' } },
]

const unknownPaths = [
  '/api',
  '/api/',
  '/api/nada',
  '/api/camiones/1/nada',
  '/api/Camiones',
  '/api/auth',
  '/api/auth/login/x',
  '/usuarios/1/nada/mas',
  '/piloto/nada',
]

describe('an unknown API address', () => {
  test.each(unknownPaths)('%s: returns 404 before any other check', async (url) => {
    for (const client of [server.anonymous, nobody, admin]) {
      for (const { payload, headers } of badBodies) {
        expect((await client.send({ method: 'POST', url, payload, headers })).status).toBe(404)
      }
      for (const method of ['GET', 'POST', 'DELETE', 'HEAD'] as const) {
        const answer = await client.send({ method, url, ...(method === 'POST' && { payload: '{broken' }) })
        expect([method, answer.status]).toEqual([method, 404])
        if (method === 'HEAD') continue
        expect(answer.body).toMatchObject({ success: false, error: { code: 'NO_ENCONTRADO' } })
        expect(Object.keys(answer.body)).toEqual(['success', 'message', 'error'])
      }
    }
  })
})

/** Methods by address. */
const methodsOf = Map.groupBy(endpointRequests, ({ url }) => url)
const otherMethods = METHODS.filter((method) => method !== 'CONNECT')

describe('an unsupported method', () => {
  test.each([...methodsOf].map(([url, calls]) => [url, calls.map(({ method }) => method)] as const))(
    '%s: returns 405 with Allow, without a token',
    async (url, known) => {
      for (const method of otherMethods.filter((each) => !known.includes(each))) {
        for (const client of [server.anonymous, nobody]) {
          const answer = await client.send({ method, url, payload: '{broken' })
          expect([method, answer.status]).toEqual([method, 405])
          const allow = String(answer.headers.allow).split(', ')
          expect(allow.toSorted()).toEqual([...new Set(known)].toSorted())
          if (method === 'HEAD') continue
          expect(answer.body.error).toEqual({ code: 'METODO_NO_PERMITIDO' })
        }
      }
    },
  )
})

test('router: has no routes for unsupported methods', () => {
  const words = [...methodsOf.keys()].filter((url) => !/\d/.test(url))
  expect(words.length).toBeGreaterThan(30)
  for (const url of words)
    expect([url, server.app.findRoute({ method: 'PROPFIND', url })]).toEqual([url, null])
})

type Call = (typeof bodyRequests)[number]
const tried = (client: Client, { method, url }: Call) =>
  Promise.all(badBodies.map(({ payload, headers }) => client.send({ method, url, payload, headers })))
const guarded = bodyRequests.filter(({ endpoint }) => endpoint.access !== 'public')
/** Endpoints that reject a usuario without permissions or a pilot. */
const limited = guarded.filter(({ endpoint }) => Object.keys(endpoint.access).length > 0)

describe('the order of errors', () => {
  test.each(guarded.map((call) => [requestName(call), call] as const))(
    '%s: returns 401 before it reads the input',
    async (_name, call) => {
      const answers = await tried(server.anonymous, call)
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
    },
  )

  test.each(limited.map((call) => [requestName(call), call] as const))(
    '%s: returns 403 before it reads the input',
    async (_name, call) => {
      const refused = [await tried(nobody, call), await tried(piloto, call)].map((answers) =>
        answers.map(({ status }) => status),
      )
      expect(refused).toContainEqual([403, 403, 403])
    },
  )

  // Uploads check bytes last: archivos/routes.test.ts.
  const json = bodyRequests.filter(({ endpoint }) => endpoint.bodyMediaTypes.length === 0)
  test.each(json.map((call) => [requestName(call), call] as const))(
    '%s: returns 400, 413 and 415',
    async (_name, call) => {
      const { access } = call.endpoint
      const may = access !== 'public' && access.role === 'piloto' ? piloto : admin
      const answers = await tried(may, call)
      expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
        [400, 'VALIDACION'],
        [413, 'CUERPO_MUY_GRANDE'],
        [415, 'TIPO_NO_SOPORTADO'],
      ])
    },
  )

  test('is wrong body, missing record, stale version', async () => {
    const url = `/api/camiones/${missingId}`
    expect((await admin.put(url, {})).status).toBe(400)
    expect((await admin.delete(`${url}?version=x`)).status).toBe(400)
    const body = { placa: 'a', marca: 'b', modelo: 'c', color: 'd', tipo: 'e', tarjeta_circulacion: 'f' }
    expect((await admin.put(url, { ...body, version: 7 })).status).toBe(404)
    expect((await admin.delete(`${url}?version=7`)).status).toBe(404)
  })
})

/** The version in a logo's address is no id. */
const withId = endpointRequests.filter(
  ({ url }) => url.endsWith(`/${missingId}`) && !url.startsWith('/api/logo/'),
)
const badIds = [
  '0',
  '-1',
  'abc',
  '1.5',
  '1.0',
  '1e3',
  '+1',
  '0x1',
  'NaN',
  'null',
  '%201',
  '1%20',
  '%EF%BC%91',
]
const hugeIds = [
  missingId,
  '2147483647',
  '2147483648',
  '9007199254740993',
  '99999999999999999999',
  '9'.repeat(300),
]

describe('an id in a path', () => {
  test.each(withId.map((call) => [requestName(call), call] as const))(
    '%s',
    async (_name, { endpoint, method, url }) => {
      const may = endpoint.access !== 'public' && endpoint.access.role === 'piloto' ? piloto : admin
      const ask = (id: string) => may.send({ method, url: url.replace(missingId, id) })
      for (const id of badIds) {
        const answer = await ask(id)
        expect([id, answer.status, answer.body.error?.code]).toEqual([id, 400, 'VALIDACION'])
        expect(Object.keys(answer.body.error.campos)).toContain('id')
      }
      for (const id of hugeIds) {
        const answer = await ask(id)
        // A missing body is reported first.
        const missingBody = !endpoint.body.safeParse({}).success
        expect([id, answer.status]).toEqual([id, missingBody ? 400 : 404])
        expect(Object.keys(answer.body.error.campos ?? {})).not.toContain('id')
      }
    },
  )

  test('is reported with the errors of query and body at once', async () => {
    const answer = await admin.put('/api/camiones/abc', { placa: 'x', marca: 5, version: 'y' })
    expect(Object.keys(answer.body.error.campos).toSorted()).toEqual(
      ['color', 'id', 'marca', 'modelo', 'tarjeta_circulacion', 'tipo', 'version'].toSorted(),
    )
  })
})
