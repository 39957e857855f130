import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EndpointRequest, endpointRequests, requestName } from '../../test/endpointRequests.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// Permissions of each call: permissions.test.ts.

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

const guarded = endpointRequests.filter(({ endpoint }) => endpoint.access !== 'public')
const open = endpointRequests.filter(({ endpoint }) => endpoint.access === 'public')
const send = (client: Client, { method, url }: EndpointRequest) => client.send({ method, url })

describe('a request without a session', () => {
  test.each(guarded.map((call) => [requestName(call), call] as const))(
    '%s: returns 401 without a token',
    async (_n, call) => {
      const answer = await send(server.anonymous, call)
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({
        success: false,
        message: 'No hay token',
        error: { code: 'NO_AUTENTICADO' },
      })
    },
  )

  const bogus = ['x', 'null', 'undefined', 'a'.repeat(43), 'ñandú', "' or 1=1 --", 'z'.repeat(8000)]
  test.each(guarded.map((call) => [requestName(call), call] as const))(
    '%s: returns 401 for an unknown token',
    async (_n, call) => {
      for (const token of bogus) {
        const authorization = Buffer.from(`Bearer ${token}`).toString('latin1')
        const answer = await server.anonymous.send({
          method: call.method,
          url: call.url,
          headers: { authorization },
        })
        expect([token, answer.status]).toEqual([token, 401])
        expect(answer.body).toEqual({
          success: false,
          message: 'Sesión expirada. Inicia sesión nuevamente.',
          error: { code: 'SESION_EXPIRADA' },
        })
      }
    },
  )

  test.each(['', 'Bearer', 'Bearer ', 'Basic YWRtaW46YWRtaW4=', 'Token abc'])(
    'gets 401 when Authorization is "%s"',
    async (authorization) => {
      const answer = await server.anonymous.send({
        method: 'GET',
        url: '/api/auth/verify',
        headers: { authorization },
      })
      expect([answer.status, answer.body.error.code]).toEqual([401, 'NO_AUTENTICADO'])
    },
  )

  test('gets 401 when the token is in the address or a cookie', async () => {
    const { token } = await server.as()
    const byQuery = await server.anonymous.get(`/api/auth/verify?token=${token}`)
    const byCookie = await server.anonymous.send({
      method: 'GET',
      url: '/api/auth/verify',
      headers: { cookie: `token=${token}` },
    })
    expect([byQuery.body.error.code, byCookie.body.error.code]).toEqual(['NO_AUTENTICADO', 'NO_AUTENTICADO'])
  })

  test.each(open.map((call) => [requestName(call), call] as const))(
    '%s: needs no session',
    async (_name, call) => {
      expect([401, 403]).not.toContain((await send(server.anonymous, call)).status)
    },
  )
})
