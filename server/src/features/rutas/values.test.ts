import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aRuta } from '../../test/factories.ts'
import {
  expectAccepted,
  expectInvalid,
  invalidCamposOf,
  openOffice,
  type RutaOffice,
  type SendForm,
} from '../../test/openOffice.ts'

// Field rules of docs/contract/general.md and trips.md, on POST and PUT.

let office: RutaOffice
let existing: { id: number }
beforeAll(async () => {
  office = await openOffice()
  existing = await office.create()
})
afterAll(() => office.close())

const post: SendForm = (changes) => office.post({ estado: 'Pendiente', ...changes })
const put: SendForm = (changes) => office.put(existing.id, changes)

let numbers = 0
const unique = () => `V-${++numbers}`

const required = [
  'camion_id',
  'chofer_id',
  'destino',
  'fecha',
  'hora',
  'mercaderia',
  'no_ruta',
  'origen',
  'precio',
  'servicio',
]
const texts = { servicio: 200, mercaderia: 200, origen: 100, destino: 100 }
/** Fields of type string. */
const written = ['no_ruta', 'servicio', 'mercaderia', 'origen', 'destino', 'comentario', 'fecha', 'hora']
const repeated = (text: string, n: number) => text.repeat(n)
test('route form: reports all missing fields, the client as cliente_id', async () => {
  const none = await office.admin.post('/api/rutas', {})
  expect(invalidCamposOf(none)).toEqual([...required, 'cliente_id'].toSorted())
  expect(invalidCamposOf(await office.admin.post('/api/rutas'))).toEqual(
    [...required, 'cliente_id'].toSorted(),
  )
  expect(invalidCamposOf(await office.admin.put(`/api/rutas/${existing.id}`, {}))).toEqual(
    [...required, 'cliente_id', 'estado'].toSorted(),
  )
})

test.each([[[]], ['text'], [5], [true], [null]])('route form: rejects the body %j', async (body) => {
  expect((await office.admin.post('/api/rutas', body)).body.error?.code).toBe('VALIDACION')
  expect((await office.admin.put(`/api/rutas/${existing.id}`, body)).body.error?.code).toBe('VALIDACION')
})

test('route form: reports all wrong fields, and no other', async () => {
  const wrong = {
    no_ruta: repeated('x', 31),
    servicio: ' ',
    mercaderia: 5,
    camion_id: '1',
    combustible: -1,
    origen: null,
    destino: 'a\0b',
    chofer_id: 1.5,
    ayudante_id: 0,
    fecha: '2026-02-30',
    hora: '24:00',
    precio: '1,5',
    comentario: {},
    estado: 'pendiente',
  }
  await expectInvalid(post, wrong)
  await expectInvalid(put, { ...wrong, version: '1' })
})

test('route form: reports an invalid client name as cliente', async () => {
  const cliente = repeated('x', 101)
  const body = aRuta(office.references, { no_ruta: unique(), cliente_id: undefined, cliente })
  expect(invalidCamposOf(await office.admin.post('/api/rutas', body))).toEqual(['cliente'])
  await expectInvalid(post, { cliente: 5 })
})

describe.each([
  ['POST', post],
  ['PUT', put],
] as const)('%s of a route form', (method, send) => {
  test.each(required)('%s: required, not null or ""', async (name) => {
    for (const value of [undefined, null, '', '  ']) await expectInvalid(send, { [name]: value })
  })

  test('client: required, not null, "" or absent', async () => {
    for (const cliente_id of [undefined, null, ''])
      for (const cliente of [undefined, null, '', '  ']) {
        expect(invalidCamposOf(await send({ cliente_id, cliente }))).toEqual(['cliente_id'])
      }
  })

  test.each(Object.entries(texts))('%s: accepts %i code points, trimmed', async (name, max) => {
    await expectAccepted(office, send, { [name]: repeated('ñ', max), no_ruta: unique() })
    await expectAccepted(office, send, { [name]: repeated('🚚', max), no_ruta: unique() })
    await expectAccepted(
      office,
      send,
      { [name]: `  ${repeated('x', max)}\n`, no_ruta: unique() },
      { [name]: repeated('x', max) },
    )
    await expectInvalid(send, { [name]: repeated('x', max + 1) })
    await expectInvalid(send, { [name]: repeated('🚚', max + 1) })
  })

  test('no_ruta: accepts 1 to 30 code points of any kind', async () => {
    await expectAccepted(office, send, { no_ruta: `${repeated('🚚', 29)}${method === 'POST' ? 1 : 2}` })
    await expectAccepted(office, send, { no_ruta: ` ${method} / "7" ` }, { no_ruta: `${method} / "7"` })
    await expectInvalid(send, { no_ruta: repeated('🚚', 31) })
  })

  test('route form: returns all other values unchanged', async () => {
    const odd = `<script>alert('x')</script> "comillas" 'simples' \\ % _ {} 🚛👩🏽‍🔧 e\u0301 ‮ \u200B fin`
    await expectAccepted(office, send, {
      no_ruta: unique(),
      servicio: odd,
      mercaderia: odd,
      origen: odd,
      destino: odd,
      comentario: `${odd}\n\tsegunda línea`,
    })
  })

  test('text fields: reject U+0000', async () => {
    for (const name of written) await expectInvalid(send, { [name]: 'a\0b' })
    expect(invalidCamposOf(await send({ cliente_id: null, cliente: 'a\0b' }))).toEqual(['cliente'])
  })

  test('route form: rejects values of another type', async () => {
    for (const name of written)
      for (const value of [5, true, ['x'], { a: 1 }]) await expectInvalid(send, { [name]: value })
    for (const name of ['cliente_id', 'camion_id', 'chofer_id', 'ayudante_id'])
      for (const value of ['1', ' ', true, [1], {}, 1.5, 0, -1]) await expectInvalid(send, { [name]: value })
    for (const name of ['precio', 'combustible'])
      for (const value of [true, false, [1], {}]) await expectInvalid(send, { [name]: value })
  })

  test('route form: ignores unknown fields', async () => {
    await expectAccepted(
      office,
      send,
      { no_ruta: unique(), id: 77, creado_en: 'ayer', rol: 'admin', cliente_nombre: 5 },
      { cliente_nombre: 'Rosa' },
    )
  })

  test('estado: accepts every state and nothing else', async () => {
    for (const estado of ['Pendiente', 'En curso', 'Entregado', 'Incidente'])
      await expectAccepted(office, send, { estado, no_ruta: unique() })
    for (const estado of ['pendiente', 'Pendiente ', 'EN CURSO', 'Cancelado', 0, true, ['Pendiente']])
      await expectInvalid(send, { estado })
  })
})

test('estado: POST defaults null, "" and absence to Pendiente, PUT requires it', async () => {
  for (const estado of [undefined, null, '']) {
    await expectAccepted(office, post, { estado, no_ruta: unique() }, { estado: 'Pendiente' })
    await expectInvalid(put, { estado })
  }
})
