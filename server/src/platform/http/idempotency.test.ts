import { endpoints } from '@flota/contract/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCamion, aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { elsewhereTested, type Form, keyedForms } from '../../test/keyedForms.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { countByStatus } from '../../test/users.ts'
import { aUsuario, defaultPassword, loginAs } from '../../test/usuarios.ts'
import { many, run, sql } from '../db/sql.ts'

// Every POST that creates a record creates it once per Idempotency-Key.

let server: TestApp
let admin: Client
let other: Client
/** The same user on another process. */
let elsewhere: Client
let references: Awaited<ReturnType<typeof someReferences>>
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  other = await server.as()
  elsewhere = server.clientOf(server.startAnotherApp(), admin.token)
  references = await someReferences(admin)
})
afterAll(() => server.close())

const forms = keyedForms(() => references)
const creating = endpoints
  .filter((each) => each.creates && each.idempotent && each.bodyMediaTypes.length === 0)
  .filter(({ line }) => !elsewhereTested.includes(line))
  .map(({ line, path }) => ({ line, path, ...forms[line]! }))

let keys = 0
const newKey = () => `envío ${++keys}`
/** Encodes the header in UTF-8, as browsers do. */
const send = (path: string, key: string, body: unknown, client = admin) =>
  client.send({
    method: 'POST',
    url: path,
    payload: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': Buffer.from(key).toString('latin1'),
    },
  })
const kept = (key: string) =>
  many<Form>(server.db, sql`select i.*, i::text as todo from idempotencia i where clave = ${key}`)
const total = async (path: string) => {
  const { headers, body } = await admin.get(path)
  return Number(headers['x-total-count'] ?? body.paginacion?.total ?? body.count)
}
const expectOther = ({ status, body }: ApiResponse) =>
  expect([status, body]).toEqual([
    409,
    {
      success: false,
      message: 'Ese envío ya se hizo con otros datos.',
      error: { code: 'CONFLICTO' },
    },
  ])

test('contract: all calls that create records and all writes of pilots are idempotent', () => {
  expect(creating.map(({ line }) => line).toSorted()).toEqual(Object.keys(forms).toSorted())
  const taking = endpoints.filter(({ idempotent }) => idempotent).map(({ line }): string => line)
  // Files: archivos/upload.test.ts. Sheets: importar/rutas.test.ts.
  const others = [
    ...elsewhereTested,
    'PUT /api/piloto/ruta/:id/estado',
    'PUT /api/piloto/ruta/:id/entrega',
    'PUT /api/piloto/ruta/:id/tiempos',
    'POST /api/archivos',
    'POST /api/piloto/ruta/:id/archivos',
    'POST /api/piloto/gastos/:id/archivos',
  ].concat('POST /api/importar/:tipo', 'POST /api/importaciones/:id/deshacer')
  expect(taking.toSorted()).toEqual([...Object.keys(forms), ...others].toSorted())
})

describe.each(creating)('$line', ({ path, form, changes }) => {
  test('repeats the first response and creates nothing, even if the record changed', async () => {
    const [body, key, before] = [form(), newKey(), await total(path)]
    const first = await send(path, key, body)
    expect([first.status, first.body.success]).toEqual([201, true])
    const again = await send(path, key, body, elsewhere)
    expect([again.status, again.body]).toEqual([201, first.body])
    await admin.delete(`${path}/${first.body.data.id}`)
    // Unknown fields and null for optional ones do not change the digest.
    const same = Object.fromEntries(Object.entries({ desconocido: 1, ...body }).reverse())
    expect((await send(path, key, same)).body).toEqual(first.body)
    expect(await total(path)).toBe(before)
  })

  test('returns 409 with another body; creates another record without the key, with another or for another user', async () => {
    const [body, key, before] = [form(), newKey(), await total(path)]
    expect((await send(path, key, body)).status).toBe(201)
    expectOther(await send(path, key, { ...body, ...changes }))
    expect(await total(path)).toBe(before + 1)
    expect((await send(path, key, form(), other)).status).toBe(201)
    expect((await send(path, newKey(), form())).status).toBe(201)
    expect((await send(path, ' ', form())).status).toBe(201)
    expect((await send(path, '', form())).status).toBe(201)
    expect(await total(path)).toBe(before + 5)
  })

  test('creates one record when eight repeats run on two processes', async () => {
    for (let round = 0; round < 3; round++) {
      const [body, key, before] = [form(), newKey(), await total(path)]
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) => send(path, key, body, i % 2 ? admin : elsewhere)),
      )
      for (const { status, body: answer } of answers)
        expect([status, answer]).toEqual([201, answers[0]?.body])
      expect(await total(path)).toBe(before + 1)
    }
  })

  test('frees the key when the request is rejected', async () => {
    const [body, key] = [form(), newKey()]
    const nobody = await server.as({ rol: 'usuario', permisos: [] })
    expect((await send(path, key, body, nobody)).status).toBe(403)
    expect((await send(path, key, body, server.anonymous)).status).toBe(401)
    expect((await send(path, key, {})).status).toBe(400)
    expect(await kept(key)).toEqual([])
    const first = await send(path, key, body)
    expect(first.status).toBe(201)
    expect((await send(path, key, {})).status).toBe(400)
    expect((await send(path, key, body, nobody)).status).toBe(403)
  })

  test('rejects a key of more than 200 characters together with other errors', async () => {
    const body = form()
    const first = await send(path, '🚚'.repeat(200), body)
    expect((await send(path, '🚚'.repeat(200), body)).body).toEqual(first.body)
    const { status, body: answer } = await send(path, 'ñ'.repeat(201), form())
    const campos = { 'Idempotency-Key': 'Máximo 200 caracteres.' }
    expect([status, answer.error]).toEqual([400, { code: 'VALIDACION', campos }])
    const { body: both } = await send(path, 'ñ'.repeat(201), {})
    expect(Object.keys(both.error.campos).length).toBeGreaterThan(1)
    expect(both.error.campos).toHaveProperty('Idempotency-Key')
  })

  test('creates another record a day later', async () => {
    const [key, before] = [newKey(), await total(path)]
    const later = (interval: string) =>
      run(
        server.db,
        sql`update idempotencia set vence_en = vence_en - ${interval}::interval where clave = ${key}`,
      )
    expect((await send(path, key, form())).status).toBe(201)
    await later('23 hours 59 minutes')
    expectOther(await send(path, key, { ...form(), ...changes }))
    await later('2 minutes')
    expect((await send(path, key, form())).status).toBe(201)
    expect(await total(path)).toBe(before + 2)
    await later('25 hours')
    await send(path, newKey(), form())
    expect(await kept(key)).toEqual([])
  })
})

describe('a unique value with a key', () => {
  test('returns 409 with the next number, and the key stays free', async () => {
    const taken = await admin.post('/api/rutas', aRuta(references, { no_ruta: 'RUTA-041' }))
    expect(taken.status).toBe(201)
    const [body, key] = [aRuta(references, { no_ruta: 'ruta-041' }), newKey()]
    const answers = await Promise.all(Array.from({ length: 4 }, () => send('/api/rutas', key, body)))
    for (const { status, body: answer } of answers)
      expect([status, answer.message, answer.data]).toEqual([
        409,
        'El número de ruta ya existe',
        { nextRutaNumber: 'RUTA-042' },
      ])
    expect((await send('/api/rutas', key, { ...body, no_ruta: 'RUTA-042' })).status).toBe(201)
  })

  test('is created once for eight keys; the others get the next number', async () => {
    const body = aRuta(references, { no_ruta: 'RUTA-050' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => send('/api/rutas', newKey(), body, i % 2 ? admin : elsewhere)),
    )
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 7 })
    const numbers = answers
      .filter(({ status }) => status === 409)
      .map(({ body: { data } }) => data.nextRutaNumber)
    expect(new Set(numbers)).toEqual(new Set(['RUTA-051']))
  })

  test('returns 409 for a plate and a username', async () => {
    for (const [path, form, field] of [
      ['/api/camiones', aCamion(), 'placa'],
      ['/api/usuarios', aUsuario(), 'username'],
    ] as const) {
      const key = newKey()
      await admin.post(path, form)
      expect((await send(path, key, form)).status).toBe(409)
      expect((await send(path, key, { ...form, [field]: `x${keys}` })).status).toBe(201)
    }
  })
})

describe('a new user with a key', () => {
  test('is created once at both addresses, with any password, and no password is stored', async () => {
    const [body, key] = [aUsuario(), newKey()]
    const first = await send('/api/usuarios', key, body)
    expect(first.status).toBe(201)
    for (const again of [{}, { password: 'Otra-clave-4471' }, { permisos: null, piloto_id: null }])
      expect((await send('/usuarios', key, { ...body, ...again })).body).toEqual(first.body)
    expectOther(await send('/usuarios', key, { ...body, permisos: [] }))
    const rows = await kept(key)
    expect(rows).toHaveLength(1)
    const stored = await many<Form>(
      server.db,
      sql`select password_hash from usuarios where username = ${body.username}`,
    )
    expect(JSON.stringify(rows)).not.toContain(defaultPassword)
    expect(JSON.stringify(rows)).not.toContain(stored[0]?.password_hash)
    await loginAs(server, body.username)
  })
})

test('one key: is independent for each call', async () => {
  const [body, key] = [aPersona(), newKey()]
  const made = await Promise.all(['clientes', 'ayudantes'].map((name) => send(`/api/${name}`, key, body)))
  expect(made.map(({ status, body: { message } }) => [status, message])).toEqual([
    [201, 'Cliente creado exitosamente'],
    [201, 'Ayudante creado exitosamente'],
  ])
})

test('calls without idempotency: ignore the key', async () => {
  const { id } = (await admin.post('/api/clientes', aPersona())).body.data
  const key = newKey()
  for (let i = 0; i < 2; i++) {
    await admin.delete(`/api/clientes/${id}`)
    expect((await send(`/api/papelera/clientes/${id}/restaurar`, key, {})).status).toBe(200)
  }
  expect(await kept(key)).toEqual([])
})
