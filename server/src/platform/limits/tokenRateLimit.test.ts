import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { tokenRateLimit } from './tokenRateLimit.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

test('tokenRateLimit: allows 600 calls per token in any minute', () => {
  let now = 0
  const count = tokenRateLimit(600, () => now)
  const take = (id: number) => {
    try {
      count(id)
      return 200
    } catch (error) {
      return error
    }
  }
  for (let i = 0; i < 600; i++) {
    now = i * 50
    expect(take(1)).toBe(200)
  }
  now = 30_000
  expect(take(1)).toMatchObject({ status: 429, code: 'DEMASIADOS_INTENTOS', detail: { retryAfter: 30 } })
  expect(take(2)).toBe(200)
  now = 59_999
  expect(take(1)).toMatchObject({ status: 429 })
  now = 60_000
  expect([take(1), now]).toEqual([200, 60_000])
  expect(take(1)).toMatchObject({ status: 429, detail: { retryAfter: 1 } })
})

test('API token: gets 429 with Retry-After at call 601, before the permission check and per process', async () => {
  const { userId } = await server.as({ rol: 'usuario', permisos: [] })
  const made = await (await server.as()).post(`/usuarios/${userId}/tokens`, { nombre: 'GPS' })
  const { token } = made.body.data
  const client = server.clientOf(server.app, token)
  for (let i = 0; i < 600; i += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.get('/api/choferes')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
  }
  const over = await client.get('/api/choferes')
  expect([over.status, over.body.error.code, Number(over.headers['retry-after']) > 0]).toEqual([
    429,
    'DEMASIADOS_INTENTOS',
    true,
  ])
  expect((await server.clientOf(server.startAnotherApp(), token).get('/api/choferes')).status).toBe(403)
})
