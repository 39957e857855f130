import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import { aPersona } from '../../test/factories.ts'
import {
  expectConflict,
  invalidCamposOf,
  openOffice,
  type RutaOffice,
  staleMessage,
} from '../../test/openOffice.ts'
import type { ApiResponse } from '../../test/testApp.ts'

// A client that the form names by text, "nombre apellido".

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

type Changes = Record<string, unknown>
const unknown = 'Cliente no encontrado. Verifica que el cliente seleccionado sea válido.'
const several = 'Hay varios clientes con ese nombre. Elige uno de la lista.'

const aCliente = async (nombre: string, apellido: string): Promise<number> =>
  (await office.admin.post('/api/clientes', aPersona({ nombre, apellido }))).body.data.id
const byText = (cliente: string, changes: Changes = {}) => ({ cliente_id: null, cliente, ...changes })
const clientes = async (nombre: string) =>
  many<{ nombre: string; apellido: string; telefono: string }>(
    office.server.db,
    sql`select nombre, apellido, telefono from clientes where nombre = ${nombre} order by id`,
  )
const expectUnknown = ({ status, body }: ApiResponse) => {
  expect(status).toBe(400)
  expect(body).toEqual({
    success: false,
    message: unknown,
    error: { code: 'VALIDACION', campos: { cliente: unknown } },
  })
}
let created = 0
const unique = (word: string) => `${word}${++created}`

describe('POST /api/rutas with a client name', () => {
  test('POST client name: found ignoring case, accents and repeated spaces', async () => {
    const id = await aCliente('José', 'de la Peña Núñez')
    for (const cliente of [
      'José de la Peña Núñez',
      'jose DE LA pena nunez',
      '  JOSÉ \t de  la\nPeña   Núñez ',
    ])
      expect(await office.create(byText(cliente))).toMatchObject({
        cliente_id: id,
        cliente_nombre: 'José',
        cliente_apellido: 'de la Peña Núñez',
      })
  })

  test('POST client name: found wherever nombre and apellido are split', async () => {
    const nombre = unique('María')
    const id = await aCliente(`${nombre}   del Carmen`, ' Ixcoy   Tzoc ')
    expect((await office.create(byText(`${nombre} del carmen ixcoy tzoc`))).cliente_id).toBe(id)
  })

  test('POST client name: returns 400 unless the full name matches a client outside the bin', async () => {
    const nombre = unique('Zoila')
    const id = await aCliente(nombre, 'Pérez 100%')
    const wrong = [nombre, 'Pérez', `${nombre} Pérez 1000`, `${nombre} Pérez`, '%', '_']
    for (const cliente of wrong) expectUnknown(await office.post(byText(cliente)))
    for (const same of [`${nombre} perez 100%`, `Pérez 100% ${nombre}`, `${nombre} Pérez 100, S.A.`])
      expect((await office.create(byText(same))).cliente_id).toBe(id)
    const deletedId = await aCliente(unique('Ida'), 'Paz')
    await office.admin.delete(`/api/clientes/${deletedId}`)
    expectUnknown(await office.post(byText(`Ida${created} Paz`)))
  })

  test('POST client name: returns 400 when several clients match, not counting the bin', async () => {
    const nombre = unique('Ana')
    const ids = [await aCliente(nombre, 'Cruz'), await aCliente(nombre.toUpperCase(), 'Crúz')]
    // Written exactly so, it is still one name with the other's case and accents.
    expect((await office.post(byText(`${nombre} Cruz`))).body.error.campos).toEqual({ cliente: several })
    const { status, body } = await office.post(byText(`${nombre} cruz`))
    expect([status, body.error]).toEqual([400, { code: 'VALIDACION', campos: { cliente: several } }])
    await office.admin.delete(`/api/clientes/${ids[0]}`)
    expect((await office.create(byText(`${nombre} cruz`))).cliente_id).toBe(ids[1])
  })

  test('POST client name: reported together with other missing records', async () => {
    const answer = await office.post(byText('Nadie Jamás', { camion_id: 99_999, ayudante_id: 99_999 }))
    expect(invalidCamposOf(answer)).toEqual(['ayudante_id', 'camion_id', 'cliente'])
    expect(answer.body.message).toBe(unknown)
  })

  test('POST client name: cliente_id takes precedence, even when it is wrong', async () => {
    const nombre = unique('Rita')
    const id = await aCliente(nombre, 'Sol')
    expect((await office.create({ cliente: `${nombre} Sol` })).cliente_id).toBe(office.references.cliente_id)
    expect((await office.create({ cliente: 'Nadie Jamás', cliente_id: id })).cliente_id).toBe(id)
    expect(invalidCamposOf(await office.post({ cliente: `${nombre} Sol`, cliente_id: 99_999 }))).toEqual([
      'cliente_id',
    ])
  })
})

describe('PUT /api/rutas with a client name', () => {
  test('PUT client name: found as in POST', async () => {
    const ruta = await office.create()
    const nombre = unique('Óscar')
    const id = await aCliente(nombre, 'Muñoz')
    const { body } = await office.put(ruta.id, byText(` ${nombre.toUpperCase()}  munoz`))
    expect(body.data.cliente_id).toBe(id)
    expect(await clientes(nombre)).toHaveLength(1)
  })

  test('PUT client name: creates an unknown client with the first word as nombre and no telefono', async () => {
    const ruta = await office.create()
    const nombre = unique('Éric')
    const { body } = await office.put(ruta.id, byText(`  ${nombre}   de   León\tSoc  `))
    expect(body.data).toMatchObject({ cliente_nombre: nombre, cliente_apellido: 'de León Soc', version: 2 })
    expect(await clientes(nombre)).toEqual([{ nombre, apellido: 'de León Soc', telefono: '' }])
    const created = (await office.admin.get(`/api/clientes/${body.data.cliente_id}`)).body.data
    expect(created).toMatchObject({ telefono: '', version: 1, rutas_asignadas: 1 })
    expect((await office.create(byText(`${nombre} de leon soc`))).cliente_id).toBe(created.id)
  })

  test('PUT client name: creates one client with apellido Cliente for a single word', async () => {
    const ruta = await office.create()
    const nombre = unique('Cementos')
    const first = await office.put(ruta.id, byText(nombre))
    expect(first.body.data).toMatchObject({ cliente_nombre: nombre, cliente_apellido: 'Cliente' })
    const again = await office.put(ruta.id, byText(nombre))
    expect(again.body.data.cliente_id).toBe(first.body.data.cliente_id)
    expect(await clientes(nombre)).toHaveLength(1)
  })

  test('PUT client name: needs only editar_rutas to create a client', async () => {
    const ruta = await office.create()
    const editor = office.server.clientOf(
      office.server.app,
      (await office.server.as({ rol: 'usuario', permisos: ['editar_rutas'] })).token,
    )
    const nombre = unique('Nuevo')
    const form = { ...ruta, ...byText(`${nombre} Cliente`) }
    expect((await editor.put(`/api/rutas/${ruta.id}`, form)).status).toBe(200)
    expect(await clientes(nombre)).toHaveLength(1)
  })

  test('PUT client name: creates a new client when the match is in the bin', async () => {
    const ruta = await office.create()
    const nombre = unique('Olga')
    const deletedId = await aCliente(nombre, 'Mar')
    await office.admin.delete(`/api/clientes/${deletedId}`)
    expect((await office.put(ruta.id, byText(`${nombre} Mar`))).body.data.cliente_id).not.toBe(deletedId)
    expect(await clientes(nombre)).toHaveLength(2)
  })

  test('PUT client name: returns 400 when several clients match', async () => {
    const ruta = await office.create()
    const nombre = unique('Luis')
    for (let i = 0; i < 3; i++) await aCliente(nombre, 'Paz')
    for (const id of [ruta.id, 2_000_000_000]) {
      const { status, body } = await office.put(id, byText(`${nombre} paz`))
      expect([status, body.error]).toEqual([400, { code: 'VALIDACION', campos: { cliente: several } }])
    }
  })

  test('PUT client name: a rejected PUT creates no client', async () => {
    const ruta = await office.create()
    const other = await office.create()
    const nombre = unique('Fantasma')
    const form = (changes: Changes) => byText(`${nombre} Uno`, changes)
    expectConflict(await office.put(ruta.id, form({ version: 7 })), staleMessage)
    expect((await office.put(ruta.id, form({ no_ruta: other.no_ruta }))).status).toBe(409)
    expect(invalidCamposOf(await office.put(ruta.id, form({ camion_id: 99_999 })))).toEqual(['camion_id'])
    expect((await office.put(2_000_000_000, form({}))).status).toBe(404)
    await office.admin.delete(`/api/rutas/${other.id}`)
    expect((await office.put(other.id, form({}))).status).toBe(404)
    expect(await clientes(nombre)).toEqual([])
    expect((await office.read(ruta.id)).body.data).toEqual(ruta)
  })

  test('PUT client name: two simultaneous requests create one client', async () => {
    const second = office.server.clientOf(office.server.startAnotherApp(), office.admin.token)
    const rutas = [await office.create(), await office.create(), await office.create(), await office.create()]
    for (let round = 0; round < 10; round++) {
      const nombre = unique('Gemelo')
      const answers = await Promise.all(
        rutas.map((ruta, i) =>
          (i % 2 ? office.admin : second).put(`/api/rutas/${ruta.id}`, {
            ...ruta,
            ...byText(i % 2 ? `${nombre} Dos` : ` ${nombre.toUpperCase()}  DOS`),
            version: null,
          }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(new Set(answers.map(({ body }) => body.data.cliente_id)).size).toBe(1)
    }
  })
})
