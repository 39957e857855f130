import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import { aPersona } from '../../test/factories.ts'
import { expectConflict, invalidCamposOf, staleMessage } from '../../test/openOffice.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { countByStatus } from '../../test/users.ts'

// Tax data of a client (docs/contract/receivables.md).

let server: TestApp
let admin: Client
let cashier: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  cashier = await server.as({ rol: 'usuario', permisos: [], permisos_dinero: ['gestionar_cobros'] })
})
afterAll(() => server.close())

const aClient = async (): Promise<number> => (await admin.post('/api/clientes', aPersona())).body.data.id
const pathOf = (id: number) => `/api/clientes/${id}/fiscal`
const read = async (id: number) => (await cashier.get(pathOf(id))).body.data
const put = (id: number, body: object) => cashier.put(pathOf(id), body)

const untouched = {
  nit: null,
  nombre_fiscal: null,
  direccion: null,
  correo: null,
  dias_credito: 0,
  retiene_iva: false,
  retiene_isr: false,
}
const all = {
  nit: ' 0039.52550 - 3',
  nombre_fiscal: " Transportes O'Higgins, S. A. ",
  direccion: '6a avenida 3-20, zona 1',
  correo: ' cobros@ejemplo.com ',
  dias_credito: 30,
  retiene_iva: true,
  retiene_isr: true,
}

test('tax data: have defaults before the first PUT and for omitted fields', async () => {
  const id = await aClient()
  const unwritten = { version: 0, creado_en: null, actualizado_en: null }
  expect(await read(id)).toEqual({ cliente_id: id, ...untouched, ...unwritten })
  const { status, body } = await put(id, { ...all, version: 0 })
  const written = {
    cliente_id: id,
    ...all,
    nit: '39525503',
    nombre_fiscal: "Transportes O'Higgins, S. A.",
    correo: 'cobros@ejemplo.com',
    version: 1,
    creado_en: expect.any(String),
    actualizado_en: expect.any(String),
  }
  expect([status, body]).toEqual([
    200,
    { success: true, message: 'Datos fiscales guardados exitosamente', data: written },
  ])
  expect(await read(id)).toEqual(written)
  const nulls = Object.fromEntries(Object.keys(all).map((name) => [name, null]))
  const blanks = Object.fromEntries(Object.keys(all).map((name) => [name, '']))
  for (const [index, blank] of [nulls, {}, blanks].entries()) {
    await put(id, all)
    expect((await put(id, blank)).body.data).toMatchObject({ ...untouched, version: 3 + 2 * index })
  }
  // The client's version is separate.
  expect((await admin.get(`/api/clientes/${id}`)).body.data.version).toBe(1)
})

test('PUT fiscal: returns 409 for a stale version, 0 before the first PUT', async () => {
  const id = await aClient()
  expect(countByStatus(await Promise.all([1, 2, 3].map(() => put(id, { ...all, version: 0 }))))).toEqual({
    200: 1,
    409: 2,
  })
  expectConflict(await put(id, { version: 0 }), staleMessage)
  expectConflict(await put(id, { version: 2 }), staleMessage)
  expect((await put(id, { version: 1 })).body.data).toMatchObject({ ...untouched, version: 2 })
})

test.each([
  ['nit', '39525504', 'El NIT no es válido: revisa el último dígito.'],
  ['correo', 'cobros@', 'Escribe un correo válido.'],
  ['correo', 'a@b.gt, c@d.gt', 'Escribe un correo válido.'],
  ['correo', `${'x'.repeat(95)}@b.com`, 'Escribe un correo válido.'],
  ['nombre_fiscal', 'x'.repeat(101), 'Máximo 100 caracteres.'],
  ['direccion', 'x'.repeat(201), 'Máximo 200 caracteres.'],
  ['dias_credito', 366, 'El valor máximo es 365.'],
  ['dias_credito', -1, 'El valor mínimo es 0.'],
  ['dias_credito', 1.5, 'Debe ser un número entero.'],
  ['retiene_iva', 'si', 'Debe ser verdadero o falso.'],
])('PUT fiscal: returns 400 for %s %s', async (name, value, sentence) => {
  const { status, body } = await put(await aClient(), { [name]: value })
  expect([status, body.error.campos]).toEqual([400, { [name]: sentence }])
})

test('PUT fiscal: accepts CF and the limits', async () => {
  const id = await aClient()
  const limits = { nit: 'CF', nombre_fiscal: 'Ñ'.repeat(100), direccion: 'x'.repeat(200), dias_credito: 365 }
  expect((await put(id, { ...limits, nit: 'c/f' })).body.data).toMatchObject(limits)
})

test('tax data: of a client in the bin are read, not written', async () => {
  const id = await aClient()
  await put(id, all)
  await admin.delete(`/api/clientes/${id}`)
  expect(await read(id)).toMatchObject({ dias_credito: 30 })
  const unknown = 2_000_000
  for (const answer of [await put(id, {}), await put(unknown, {}), await cashier.get(pathOf(unknown))])
    expect([answer.status, answer.body.message]).toEqual([404, 'Cliente no encontrado'])
  // 400 precedes 404.
  expect(invalidCamposOf(await put(unknown, { nit: '1' }))).toEqual(['nit'])
})

test('tax data: logged as changes of the client', async () => {
  const id = await aClient()
  const { nombre, apellido } = (await admin.get(`/api/clientes/${id}`)).body.data
  await put(id, { nit: 'CF', dias_credito: 15 })
  await put(id, { nit: 'CF', dias_credito: 15 })
  await put(id, { retiene_iva: true })
  const rows = await many(
    server.db,
    sql`select accion, nombre, cambios, motivo from bitacora
      where tipo = 'clientes' and registro_id = ${id} order by id offset 1`,
  )
  const row = { accion: 'editar', nombre: `${nombre} ${apellido}`, motivo: null }
  expect(rows).toEqual([
    { ...row, cambios: { 'fiscal.nit': [null, 'CF'], 'fiscal.dias_credito': [0, 15] } },
    {
      ...row,
      cambios: {
        'fiscal.nit': ['CF', null],
        'fiscal.dias_credito': [15, 0],
        'fiscal.retiene_iva': [false, true],
      },
    },
  ])
})
