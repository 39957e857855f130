import { once } from 'node:events'
import { connect as connectTo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureLog } from '../../test/captureLog.ts'
import { endpointRequests, requestName } from '../../test/endpointRequests.ts'
import { aCamion } from '../../test/factories.ts'
import { sendRaw } from '../../test/malformed/sendRaw.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { raw } from '../db/sql.ts'

const log = captureLog()
let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp({ log: pino({ level: 'trace' }, log.stream) })
  admin = await server.as()
})
afterAll(() => server.close())

/** Checks the headers of every API response (docs/contract/general.md). */
function expectHeaders({ headers }: ApiResponse) {
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('same-origin')
  expect(String(headers['x-request-id'])).toMatch(/^[\w-]{8,}$/)
  expect(Math.abs(Number(headers['x-server-time']) - Date.now())).toBeLessThan(10_000)
  const names = Object.keys(headers)
  expect(names).not.toContain('x-powered-by')
  expect(names).not.toContain('server')
  expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([])
  expect(headers['cache-control']).toBe('no-store')
}

test.each(['/api/salud', '/', '/api/camiones'])(
  'GET %s: returns 400 when the request has two Host headers',
  async (path) => {
    await server.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined)
    const address = server.app.server.address()
    if (address === null || typeof address === 'string')
      throw new Error('The server does not listen on a port')
    const token = `Authorization: Bearer ${admin.token}`
    const lines = [`GET ${path} HTTP/1.1`, 'Host: a', token, 'host: b', 'Connection: close', '', '']
    const { status, body } = await sendRaw(address.port, Buffer.from(lines.join('\r\n')), true)
    expect([status, body]).toEqual([
      400,
      expect.stringContaining('La petición dice a quién va más de una vez.'),
    ])
  },
)

describe('response headers', () => {
  test.each(endpointRequests.map((call) => [requestName(call), call] as const))(
    '%s',
    async (_name, { method, url }) => {
      for (const client of [server.anonymous, await server.as(), await server.as({ rol: 'usuario' })]) {
        const answer = await client.send({
          method,
          url,
          headers: { origin: 'https://otro.example', 'access-control-request-method': 'POST' },
        })
        expectHeaders(answer)
        const shared = /^\/(usuarios|piloto|api\/docs)(\/|$)/.test(url)
        expect(/(^|,)\s*accept\s*(,|$)/i.test(String(answer.headers.vary ?? ''))).toBe(shared)
      }
    },
  )

  test('are on errors too: unknown, wrong method, preflight, malformed, too large, not JSON', async () => {
    const payload = 'x'.repeat(2 * 1024 * 1024)
    const type = { 'content-type': 'application/json' }
    const answers = [
      await admin.get('/api/nada'),
      await admin.patch('/api/camiones', {}),
      await admin.send({
        method: 'OPTIONS',
        url: '/api/camiones',
        headers: { origin: 'https://otro.example' },
      }),
      await admin.send({ method: 'POST', url: '/api/camiones', payload: '{', headers: type }),
      await admin.send({ method: 'POST', url: '/api/camiones', payload, headers: type }),
      await admin.send({ method: 'POST', url: '/api/camiones', payload: 'x' }),
      await admin.get('/api/camiones/%zz'),
      await admin.get('/api/%'),
      await admin.get(`/api/camiones/${'9'.repeat(5000)}`),
    ]
    for (const answer of answers) {
      expectHeaders(answer)
      expect([400, 404, 405, 413, 415]).toContain(answer.status)
      expect(answer.body).toMatchObject({ success: false, message: expect.any(String) })
    }
  })

  test('ignore the X-Request-Id of the request', async () => {
    const answer = await admin.send({ method: 'GET', url: '/api/salud', headers: { 'x-request-id': 'mine' } })
    expect(answer.headers['x-request-id']).not.toBe('mine')
    expect((await admin.get('/api/salud')).headers['x-request-id']).not.toBe(answer.headers['x-request-id'])
  })
})

/** Sends bytes that need not be valid HTTP. */
async function sending(bytes: string): Promise<Socket> {
  const app = server.startAnotherApp()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const socket = connectTo(address.port, '127.0.0.1')
  socket.write(bytes)
  return socket
}
const answerTo = async (bytes: string) => text(await sending(bytes))

describe('a malformed request', () => {
  test.each([
    ['no HTTP', 'hola\r\n\r\n', 400],
    ['an endless header', `GET /api/salud HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(131_200)}\r\n\r\n`, 431],
    [
      'two lengths',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}',
      400,
    ],
    ['no host', 'GET /api/salud HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'an unknown expectation',
      'GET /api/salud HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n',
      400,
    ],
  ])('%s: is rejected with our headers and envelope', async (_name, bytes, status) => {
    const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
    expect(head.toLowerCase()).toContain('referrer-policy: same-origin')
    expect(JSON.parse(body)).toMatchObject({ success: false, error: { code: 'VALIDACION' } })
  })
})

test('100-continue: gets 100 and then the response', async () => {
  const head = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\n'
  const answer = await answerTo(`${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`)
  expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 400 /)
})

test('100-continue: gets 401 instead of 100 without a session', async () => {
  const headers = { expect: '200-ok' }
  const { status } = await server.anonymous.send({ method: 'GET', url: '/api/camiones', headers })
  expect(status).toBe(401)
})

test('disconnect during a request: is not logged as an error', async () => {
  const written = log.all().length
  const head = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  const socket = await sending(`${head}Content-Length: 99\r\nExpect: 100-continue\r\n\r\n{`)
  await once(socket, 'data')
  socket.destroy()
  const since = () => log.all().slice(written)
  await expect.poll(() => since().some(({ msg }) => msg === 'left while it sent')).toBe(true)
  expect(since().filter(({ level }) => Number(level) >= 40)).toEqual([])
})

describe('500', () => {
  test('carries the id of the log entry and no details', async () => {
    await server.db.query(raw('alter table camiones rename column marca to otra'))
    const answers = [
      await admin.post('/api/camiones', aCamion()),
      await admin.put('/api/camiones/1', aCamion()),
    ]
    await server.db.query(raw('alter table camiones rename column otra to marca'))
    for (const { status, headers, body } of answers) {
      expect(status).toBe(500)
      expectHeaders({ status, headers, body })
      expect(Object.keys(body)).toEqual(['success', 'message', 'error'])
      expect(body.error).toEqual({ code: 'INTERNO', id: headers['x-request-id'] })
      expect(JSON.stringify(body)).not.toMatch(
        /marca|camiones|column|select|insert|update|\.ts|\/|Error:|at /i,
      )
      const entries = log.all().filter((line) => line.reqId === body.error.id && Number(line.level) >= 50)
      expect(entries).toHaveLength(1)
      expect(JSON.stringify(entries)).toContain('marca')
    }
  })

  test('is returned when the handler breaks its response schema', async () => {
    const { body } = await admin.post('/api/camiones', aCamion())
    await server.db.query(raw('create or replace view camiones_leer as select * from camiones'))
    await server.db.query(raw('alter table camiones alter column placa drop not null'))
    await server.db.query(raw('update camiones set placa = null'))
    const answer = await admin.get(`/api/camiones/${body.data.id}`)
    expect([answer.status, answer.body.error.code]).toEqual([500, 'INTERNO'])
    expect(JSON.stringify(answer.body)).not.toContain('placa')
  })
})
