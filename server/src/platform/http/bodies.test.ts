import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyRequests, requestName } from '../../test/endpointRequests.ts'
import { aCamion } from '../../test/factories.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { takesNothing } from './jsonSchema.ts'

let server: TestApp
let admin: Client
let piloto: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  piloto = await server.as({ rol: 'piloto' })
})
afterAll(() => server.close())

const post = (payload: string | Buffer | Readable, type = 'application/json') =>
  admin.send({ method: 'POST', url: '/api/camiones', payload, headers: { 'content-type': type } })

describe('400', () => {
  test('names every wrong field at once, as in the request', async () => {
    const answer = await admin.post('/api/camiones', {
      placa: '',
      marca: 7,
      modelo: null,
      color: 'x'.repeat(101),
    })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body)).toEqual(['success', 'message', 'error'])
    expect(answer.body).toMatchObject({ success: false, error: { code: 'VALIDACION' } })
    expect(Object.keys(answer.body.error)).toEqual(['code', 'campos'])
    expect(Object.keys(answer.body.error.campos).toSorted()).toEqual(
      ['placa', 'marca', 'modelo', 'color', 'tipo', 'tarjeta_circulacion'].toSorted(),
    )
    for (const sentence of Object.values(answer.body.error.campos))
      expect(sentence).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/)
  })

  test.each([
    ['/api/rutas', 'duracion_min', 'cliente_id'],
    ['/api/tarifas', 'duracion_min', 'vigente_hasta'],
    ['/api/restricciones', 'version', 'hasta'],
    ['/api/documentos', 'version', 'vence'],
    ['/api/usuarios', 'permisos', 'password'],
  ])('%s: a fraction in %s does not hide the error in %s', async (path, campo, other) => {
    const days = { vigente_desde: '2026-02-01', vigente_hasta: '2026-01-01', emitido: '2026-02-01' }
    const body = {
      [campo]: campo === 'permisos' ? [1.5] : 1.5,
      ...days,
      vence: '2026-01-01',
      password: 'password',
    }
    const answer = campo === 'version' ? await admin.put(`${path}/1`, body) : await admin.post(path, body)
    expect(Object.keys(answer.body.error.campos)).toEqual(expect.arrayContaining([campo, other]))
  })

  const shapeless = ['[]', '"texto"', '5', 'true', 'null', '[{"placa":"x"}]', '']
  const needing = bodyRequests.filter(({ endpoint }) => !endpoint.body.safeParse({}).success)
  test.each(needing.map((call) => [requestName(call), call] as const))(
    '%s: requires an object',
    async (_name, call) => {
      const may = call.endpoint.access !== 'public' && call.endpoint.access.role === 'piloto' ? piloto : admin
      for (const payload of shapeless) {
        const answer = await may.send({
          method: call.method,
          url: call.url,
          payload,
          headers: { 'content-type': 'application/json' },
        })
        expect([payload, answer.status, answer.body.error.code]).toEqual([payload, 400, 'VALIDACION'])
      }
    },
  )

  test.each(['[]', '"texto"'])('has no fields but an explanation when the body is %s', async (payload) => {
    const headers = { 'content-type': 'application/json' }
    const { body } = await admin.send({ method: 'POST', url: '/api/camiones', payload, headers })
    expect([body.message, body.error.campos]).toEqual(['Los datos enviados no tienen la forma esperada.', {}])
  })

  const declared = bodyRequests.filter(({ endpoint: { body } }) => !takesNothing(body))
  test.each(declared.map((call) => [requestName(call), call] as const))(
    '%s: rejects null as a body, even if all fields are optional',
    async (_name, call) => {
      const may = call.endpoint.access !== 'public' && call.endpoint.access.role === 'piloto' ? piloto : admin
      const { method, url } = call
      const headers = { 'content-type': 'application/json' }
      const answer = await may.send({ method, url, payload: 'null', headers })
      expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDACION'])
    },
  )

  test.each([
    '{',
    '{"placa":}',
    "{'placa':'x'}",
    '{"placa":"x"}}',
    'placa=x',
    '\u0000',
    '{"placa":"\t"}',
    'NaN',
  ])('does not quote the parser when the JSON is %j', async (payload) => {
    const answer = await post(payload)
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDACION'])
    expect(answer.body.message).not.toMatch(/JSON\.parse|Unexpected|position|token/i)
  })

  test('is not returned for __proto__ and constructor, which have no effect', async () => {
    const plain = aCamion()
    const text = JSON.stringify(plain).replace(
      '{',
      '{"__proto__":{"admin":true},"constructor":{"prototype":{}},',
    )
    const answer = await post(text)
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject(plain)
    expect(Object.keys(answer.body.data)).not.toContain('__proto__')
  })

  test('is returned when a body nests 200,000 levels deep', async () => {
    const depth = 200_000
    const answer = await post(`{"placa":${'['.repeat(depth)}${']'.repeat(depth)}}`)
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDACION'])
  })
})

describe('body size', () => {
  const ofBytes = (bytes: number) => {
    const rest = JSON.stringify({ ...aCamion(), nota: '' }).length
    return JSON.stringify({ ...aCamion(), nota: 'x'.repeat(bytes - rest) })
  }
  const limit = 1024 * 1024

  test('accepts 1 MiB and returns 413 for one byte more', async () => {
    expect((await post(ofBytes(limit))).status).toBe(201)
    const answer = await post(ofBytes(limit + 1))
    expect([answer.status, answer.body.error]).toEqual([413, { code: 'CUERPO_MUY_GRANDE' }])
  })

  test('has the same limit for chunked bodies', async () => {
    const pieces = Array.from({ length: 1100 }, () => ' '.repeat(1024))
    const answer = await post(Readable.from(pieces))
    expect([answer.status, answer.body.error]).toEqual([413, { code: 'CUERPO_MUY_GRANDE' }])
  })

  describe('of a login', () => {
    const login = (payload: string | Readable) =>
      server.anonymous.send({
        method: 'POST',
        url: '/api/auth/login',
        payload,
        headers: { 'content-type': 'application/json' },
      })
    const ofBytes = (bytes: number) => {
      const rest = JSON.stringify({ username: 'nadie', password: 'x', nota: '' }).length
      return JSON.stringify({ username: 'nadie', password: 'x', nota: 'x'.repeat(bytes - rest) })
    }

    test('accepts 4 KiB and returns 413 for one byte more', async () => {
      expect((await login(ofBytes(4096))).body.error.code).toBe('CREDENCIALES')
      const tooLong = ofBytes(4097)
      for (const payload of [tooLong, Readable.from([tooLong.slice(0, 9), tooLong.slice(9)])]) {
        const answer = await login(payload)
        expect(answer.status).toBe(413)
        expect(answer.body).toEqual({
          success: false,
          message: 'Los datos enviados son demasiado grandes (máximo 4 KB).',
          error: { code: 'CUERPO_MUY_GRANDE' },
        })
      }
    })
  })
})

describe('Content-Type', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'x',
  ])('%s: returns 415', async (type) => {
    const answer = await post(JSON.stringify(aCamion()), type)
    expect([answer.status, answer.body.error]).toEqual([415, { code: 'TIPO_NO_SOPORTADO' }])
  })

  test('returns 415 when it is missing', async () => {
    const answer = await admin.send({
      method: 'POST',
      url: '/api/camiones',
      payload: JSON.stringify(aCamion()),
    })
    expect(answer.status).toBe(415)
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset=UTF-8',
  ])('%s: accepts JSON', async (type) => {
    expect((await post(JSON.stringify(aCamion()), type)).status).toBe(201)
  })

  test('returns 400 when the bytes are not UTF-8', async () => {
    const [head = '', tail = ''] = JSON.stringify(aCamion({ marca: 'X?X' })).split('?')
    const total = async () => (await admin.get('/api/camiones')).body.paginacion.total
    const before = await total()
    for (const bytes of [[0xff, 0xfe], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf1]]) {
      const answer = await post(Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(tail)]))
      expect([bytes, answer.status, answer.body.error]).toEqual([
        bytes,
        400,
        { code: 'VALIDACION', campos: {} },
      ])
    }
    expect(await total()).toBe(before)
  })

  test('is ignored when logout or DELETE sends no body', async () => {
    const created = await admin.post('/api/camiones', aCamion())
    const removed = await admin.send({
      method: 'DELETE',
      url: `/api/camiones/${created.body.data.id}`,
      headers: { 'content-type': 'application/json' },
    })
    expect(removed.status).toBe(200)
    const other = await server.as()
    expect((await other.send({ method: 'POST', url: '/api/auth/logout' })).status).toBe(200)
  })
})
