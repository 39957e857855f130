import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, type ImportQuery, postSheet, previewImport, runImport } from '../../test/importar.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// Options of an import: query and header X-Nombres.

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const people = (nombre: string) => csv(['Nombre', 'Apellido', 'Teléfono'], [nombre, 'Pérez', '5555-1234'])
const base64 = (json: string) => Buffer.from(json).toString('base64')
const sendWithHeader = (client: Client, tipo: string, header: string, query: ImportQuery = {}, key = '') =>
  client.send({
    method: 'POST',
    url: `/api/importar/${tipo}?${new URLSearchParams(query).toString()}`,
    payload: people('Header'),
    headers: { 'x-nombres': header, 'idempotency-key': key },
  })

const long = JSON.stringify({ cliente: { ['x'.repeat(65_600)]: 1 } })

test.each([
  '{',
  'null',
  '[]',
  '"cliente"',
  '{"cliente":1}',
  '{"cliente":{"A":"otro"}}',
  '{"cliente":{"A":0}}',
  '{"cliente":{"A":1.5}}',
  '{"cliente":{"A":null}}',
  '{"placa":{"A":1}}',
  '{"__proto__":{"A":1}}',
  long,
])('POST /api/importar/clientes: rejects nombres %#', async (nombres) => {
  for (const { status, body } of [
    await postSheet(admin, 'clientes', people('A'), { nombres }),
    await sendWithHeader(admin, 'clientes', base64(nombres)),
  ])
    expect([status, body.error?.campos]).toEqual([400, { nombres: 'El valor no es válido.' }])
})

test('POST /api/importar/clientes: rejects nombres when it is in query and header, or no base64', async () => {
  const nombres = '{"cliente":{"A":"omitir"}}'
  for (const answer of [
    await sendWithHeader(admin, 'clientes', base64(nombres), { nombres }),
    await sendWithHeader(admin, 'clientes', '!'),
    await sendWithHeader(admin, 'clientes', Buffer.from([0xff, 0xfe]).toString('base64')),
  ])
    expect([answer.status, answer.body.error?.campos]).toEqual([400, { nombres: 'El valor no es válido.' }])
  expect((await sendWithHeader(admin, 'clientes', base64(nombres))).status).toBe(200)
})

test.each<ImportQuery>([
  { sin: '{}' },
  { sin: '["nombre"]' },
  { sin: '["vencimiento"]' },
  { sin: 'telefono' },
  { omitir_errores: 'sí' },
  { combinadas: 'x' },
  { totales: 'x' },
  { fecha_archivo: 'ayer' },
])('POST /api/importar/clientes: rejects %j', async (query) => {
  const { status, body } = await postSheet(admin, 'clientes', people('A'), query)
  expect([status, Object.keys(body.error?.campos)]).toEqual([400, Object.keys(query)])
})

test('POST /api/importar/documentos: rejects crear for a type', async () => {
  const { status, body } = await postSheet(admin, 'documentos', csv(['Tipo', 'Placa'], ['X', 'C-1']), {
    nombres: '{"tipo":{"X":"crear"}}',
  })
  expect([status, body.error?.campos]).toEqual([400, { nombres: 'El valor no es válido.' }])
})

test('POST /api/importar/rutas: demands gestionar_catalogos for crear, after the query', async () => {
  const planner = await server.as({ rol: 'usuario', permisos: ['crear_rutas', 'ver_rutas'] })
  const nombres = '{"cliente":{"Nuevo":"crear"}}'
  const sheet = csv(['Cliente'], ['Nuevo'])
  expect((await postSheet(planner, 'rutas', sheet, { nombres })).status).toBe(403)
  expect((await postSheet(planner, 'rutas', Buffer.alloc(0), { nombres })).status).toBe(403)
  expect((await postSheet(planner, 'rutas', sheet, { nombres, prueba: 'x' })).status).toBe(400)
  expect(
    (await postSheet(planner, 'rutas', sheet, { nombres: '{"cliente":{"Nuevo":"omitir"}}' })).status,
  ).toBe(200)
})

test('POST /api/importar: answers the keys of every option', async () => {
  expect(await previewImport(admin, 'clientes', people('Claves'))).toMatchObject({
    omitidas: 0,
    desconocidos: [],
    parecidos: [],
    grupos: [],
    ignoradas: [],
    recordado: false,
    coma_decimal: [],
  })
  const { body } = await runImport(admin, 'clientes', people('Claves'))
  expect(body.data).toMatchObject({ omitidas: 0, creados: {} })
})

test('POST /api/importar: the idempotency key covers every option and X-Nombres', async () => {
  const send = (query: ImportQuery) => runImport(admin, 'clientes', people('Llave'), query, 'opciones')
  const first = await send({})
  expect(first.status).toBe(201)
  // The default, written out, is the same request.
  expect((await send({ omitir_errores: 'no', totales: 'si' })).body).toEqual(first.body)
  const others = [
    { omitir_errores: 'si' },
    { totales: 'no' },
    { combinadas: 'no' },
    { sin: '["apellido"]' },
    { nombres: '{}' },
    { fecha_archivo: '2026-11-27T00:00:00Z' },
  ]
  for (const query of others) expect([query, (await send(query)).status]).toEqual([query, 409])
  const header = await sendWithHeader(admin, 'clientes', base64('{}'), { prueba: 'no' }, 'cabecera')
  expect(header.status).toBe(201)
  const other = await sendWithHeader(
    admin,
    'clientes',
    base64('{"cliente":{}}'),
    { prueba: 'no' },
    'cabecera',
  )
  expect(other.status).toBe(409)
})
