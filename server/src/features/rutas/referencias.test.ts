import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { someReferences } from '../../test/factories.ts'
import {
  expectConflict,
  invalidCamposOf,
  openOffice,
  type RutaOffice,
  staleMessage,
} from '../../test/openOffice.ts'

// Client, truck, pilot and helper of a route.

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const sentences = {
  cliente_id: 'Cliente no encontrado. Verifica que el cliente seleccionado sea válido.',
  camion_id: 'Camión no encontrado. Verifica que el camión seleccionado sea válido.',
  chofer_id: 'Chofer no encontrado. Verifica que el chofer seleccionado sea válido.',
  ayudante_id: 'Ayudante no encontrado. Verifica que el ayudante seleccionado sea válido.',
} as const
type Column = keyof typeof sentences
const tables = {
  cliente_id: 'clientes',
  camion_id: 'camiones',
  chofer_id: 'choferes',
  ayudante_id: 'ayudantes',
} as const
const columns = Object.keys(sentences) as Column[]

const missing = 2_000_000
const remove = async (column: Column, id: number) =>
  expect((await office.admin.delete(`/api/${tables[column]}/${id}`)).status).toBe(200)

describe.each(columns)('column %s', (column) => {
  const refusal = {
    success: false,
    message: sentences[column],
    error: { code: 'VALIDACION', campos: { [column]: sentences[column] } },
  }

  test('reference: returns 400 for an unknown id, however large', async () => {
    const ruta = await office.create()
    for (const id of [missing, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e300]) {
      const posted = await office.post({ [column]: id })
      expect([id, posted.status, posted.body]).toEqual([id, 400, refusal])
      const put = await office.put(ruta.id, { [column]: id })
      expect([id, put.status, put.body]).toEqual([id, 400, refusal])
    }
    expect((await office.read(ruta.id)).body.data).toEqual(ruta)
  })

  test('reference: returns 400 for a record in the bin, unless the route had it before', async () => {
    const others = await someReferences(office.admin)
    const old = await office.create({ ...others, estado: 'Entregado' })
    const another = await office.create()
    await remove(column, others[column])
    expect((await office.post({ [column]: others[column] })).body).toEqual(refusal)
    expect((await office.put(another.id, { [column]: others[column] })).body).toEqual(refusal)
    const form = { ...others, no_ruta: old.no_ruta, estado: 'Entregado' }
    const kept = await office.put(old.id, { ...form, comentario: 'Corregida', precio: 5 })
    expect(kept.body.data).toMatchObject({ comentario: 'Corregida', [column]: others[column] })
    expect((await office.put(old.id, { ...form, estado: 'Incidente' })).status).toBe(200)
    // A route can't take back a deleted record that it gave up.
    expect((await office.put(old.id, { ...form, [column]: office.references[column] })).status).toBe(200)
    expect((await office.put(old.id, form)).body).toEqual(refusal)
  })

  test('reference: a record in the bin keeps its name in the route', async () => {
    const others = await someReferences(office.admin)
    const old = await office.create({ ...others, estado: 'Entregado' })
    await remove(column, others[column])
    expect((await office.read(old.id)).body.data).toEqual(old)
  })
})

test('missing references: all are reported, and the message is that of the first', async () => {
  const wrong = { cliente_id: missing, camion_id: missing, chofer_id: missing, ayudante_id: missing }
  const { status, body } = await office.post(wrong)
  expect([status, body.message, body.error.campos]).toEqual([400, sentences.cliente_id, sentences])
  const { id } = await office.create()
  const put = await office.put(id, { ...wrong, cliente_id: office.references.cliente_id })
  expect([put.body.message, invalidCamposOf(put)]).toEqual([
    sentences.camion_id,
    ['ayudante_id', 'camion_id', 'chofer_id'],
  ])
})

test('missing reference: reported before a missing route, a stale version and a taken number', async () => {
  const ruta = await office.create()
  const taken = await office.create()
  expect(invalidCamposOf(await office.put(missing, { camion_id: missing }))).toEqual(['camion_id'])
  expect(invalidCamposOf(await office.put(ruta.id, { camion_id: missing, version: 9 }))).toEqual([
    'camion_id',
  ])
  expect(invalidCamposOf(await office.put(ruta.id, { camion_id: missing, no_ruta: taken.no_ruta }))).toEqual([
    'camion_id',
  ])
  expect((await office.put(missing, { version: 9 })).status).toBe(404)
})

test('PUT /api/rutas: returns 409 for a stale version of a route with a deleted record', async () => {
  const others = await someReferences(office.admin)
  const old = await office.create({ ...others, estado: 'Entregado' })
  await remove('cliente_id', others.cliente_id)
  expectConflict(await office.put(old.id, { ...others, estado: 'Entregado', version: 9 }), staleMessage)
})

test('restored route: keeps its references and its state', async () => {
  const others = await someReferences(office.admin)
  const ruta = await office.create({ ...others, no_ruta: 'DE-VUELTA' })
  await office.admin.delete(`/api/rutas/${ruta.id}`)
  for (const column of columns) await remove(column, others[column])
  const restored = await office.admin.post(`/api/papelera/rutas/${ruta.id}/restaurar`)
  expect(restored.body.data).toEqual({ ...ruta, version: 3, actualizado_en: expect.any(String) })
  const form = { ...others, no_ruta: 'DE-VUELTA', comentario: 'Corregida' }
  expect((await office.put(ruta.id, form)).body.data).toMatchObject({ estado: 'Pendiente', version: 4 })
  expect((await office.put(ruta.id, { ...form, estado: 'En curso' })).status).toBe(200)
})
