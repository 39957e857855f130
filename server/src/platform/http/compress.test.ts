import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPersona } from '../../test/factories.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  for (let i = 0; i < 12; i++) await admin.post('/api/clientes', aPersona())
})
afterAll(() => server.close())

/** Requests with these encodings and returns the raw response. */
const request = (url: string, encodings?: string) =>
  server.app.inject({
    url,
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...(encodings !== undefined && { 'accept-encoding': encodings }),
    },
  })

test('long response: is gzipped when the client accepts it', async () => {
  const plain = await request('/api/clientes')
  expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  for (const encodings of ['gzip', 'br, gzip;q=0.5', 'deflate,GZIP']) {
    const small = await request('/api/clientes', encodings)
    expect(small.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': plain.headers['content-type'],
      'content-length': String(small.rawPayload.length),
      vary: 'Accept-Encoding',
    })
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
    expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body)
  }
  for (const encodings of ['br', 'gzip;q=0', 'identity']) {
    const answer = await request('/api/clientes', encodings)
    expect([answer.headers['content-encoding'], answer.body]).toEqual([undefined, plain.body])
  }
})

test('Vary: names Accept and Accept-Encoding when the address is also a page', async () => {
  for (let i = 0; i < 8; i++) await server.as()
  const { headers } = await request('/usuarios', 'gzip')
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept, Accept-Encoding' })
})

test.each(['/api/config', '/api/clientes/1', '/api/auth/verify', '/api/nada'])(
  '%s: is not compressed when it is short or about sessions',
  async (url) => {
    expect((await request(url, 'gzip')).headers['content-encoding']).toBeUndefined()
  },
)
