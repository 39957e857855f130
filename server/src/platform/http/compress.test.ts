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

/** The answer to a caller who takes these encodings, as its bytes came. */
const asked = (url: string, encodings?: string) =>
  server.app.inject({
    url,
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...(encodings !== undefined && { 'accept-encoding': encodings }),
    },
  })

test('a long answer is compressed for whoever takes gzip, and the same for everybody', async () => {
  const plain = await asked('/api/clientes')
  expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  for (const encodings of ['gzip', 'br, gzip;q=0.5', 'deflate,GZIP']) {
    const small = await asked('/api/clientes', encodings)
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
    const answer = await asked('/api/clientes', encodings)
    expect([answer.headers['content-encoding'], answer.body]).toEqual([undefined, plain.body])
  }
})

test('an address that is a page too varies by both', async () => {
  for (let i = 0; i < 8; i++) await server.as()
  const { headers } = await asked('/usuarios', 'gzip')
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept, Accept-Encoding' })
})

test.each(['/api/config', '/api/clientes/1', '/api/auth/verify', '/api/nada'])(
  'short ones go as they are, and so does everything about sessions: %s',
  async (url) => {
    expect((await asked(url, 'gzip')).headers['content-encoding']).toBeUndefined()
  },
)
