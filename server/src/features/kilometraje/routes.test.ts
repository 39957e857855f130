import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import { aCamion } from '../../test/factories.ts'
import { expectConflict, invalidCamposOf, staleMessage } from '../../test/openOffice.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// Odometer readings that are entered by themselves (docs/contract/fleet.md).

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const hoy = todayIn('America/Guatemala', Date.now())
const aTruck = async (): Promise<{ id: number; placa: string }> =>
  (await admin.post('/api/camiones', aCamion())).body.data
const readOf = async (truck: { id: number }, what: string) =>
  (await admin.get(`/api/camiones/${truck.id}/${what}`)).body.data
const notFoundOf = async (request: Promise<{ status: number; body: { message: string } }>) => {
  const { status, body } = await request
  expect(status).toBe(404)
  return body.message
}

test('lecturas: create, read, replace, delete', async () => {
  const { id: camion_id, placa } = await aTruck()
  const made = await admin.post('/api/lecturas', { camion_id, fecha: '2026-11-10', km: 100_000 })
  expect([made.status, made.body.message]).toEqual([201, 'Lectura creada exitosamente'])
  const { id } = made.body.data
  expect(made.body.data).toEqual({
    id,
    camion_id,
    camion: placa,
    fecha: '2026-11-10',
    km: 100_000,
    reinicia: false,
    nota: null,
    version: 1,
    creado_en: expect.any(String),
    actualizado_en: expect.any(String),
  })
  expect((await admin.get(`/api/lecturas/${id}`)).body.data).toEqual(made.body.data)
  const put = await admin.put(`/api/lecturas/${id}`, {
    fecha: '2026-11-11',
    km: 0,
    reinicia: true,
    nota: " D'Aceite ",
    version: 1,
  })
  expect(put.body).toMatchObject({
    message: 'Lectura actualizada exitosamente',
    data: { camion_id, fecha: '2026-11-11', km: 0, reinicia: true, nota: "D'Aceite", version: 2 },
  })
  expectConflict(await admin.put(`/api/lecturas/${id}`, { fecha: hoy, km: 1, version: 1 }), staleMessage)
  expectConflict(await admin.delete(`/api/lecturas/${id}?version=1`), staleMessage)
  expect((await admin.delete(`/api/lecturas/${id}?version=2`)).body.message).toBe(
    'Lectura eliminada con éxito',
  )
  const lecture = `/api/lecturas/${id}`
  for (const request of [
    admin.get(lecture),
    admin.put(lecture, { fecha: hoy, km: 1 }),
    admin.delete(lecture),
  ])
    expect(await notFoundOf(request)).toBe('Lectura no encontrada')
  expect((await admin.get('/api/lecturas')).status).toBe(405)
})

test.each([
  [{ fecha: addDays(hoy, 1) }, 'fecha', 'La fecha no puede ser posterior a hoy.'],
  [{ fecha: '2026-02-30' }, 'fecha', 'Escribe una fecha válida.'],
  [{ fecha: '' }, 'fecha', 'Este campo es obligatorio.'],
  [{ km: undefined }, 'km', 'Este campo es obligatorio.'],
  [{ km: -1 }, 'km', 'El valor mínimo es 0.'],
  [{ km: 10_000_000 }, 'km', 'El valor máximo es 9999999.'],
  [{ km: 1.5 }, 'km', 'Debe ser un número entero.'],
  [{ reinicia: 'si' }, 'reinicia', 'Debe ser verdadero o falso.'],
  [{ nota: 'x'.repeat(2001) }, 'nota', 'Máximo 2000 caracteres.'],
])('lecturas: POST and PUT return 400 for %j', async (changes, campo, sentence) => {
  const { id: camion_id } = await aTruck()
  const form = { camion_id, fecha: hoy, km: 100_000 }
  const { id } = (await admin.post('/api/lecturas', form)).body.data
  for (const sent of [
    await admin.post('/api/lecturas', { ...form, ...changes }),
    await admin.put(`/api/lecturas/${id}`, { ...form, ...changes }),
  ])
    expect([sent.status, sent.body.error?.campos]).toEqual([400, { [campo]: sentence }])
})

test('lecturas: names every wrong field, and needs a truck that is there and stays the same', async () => {
  const truck = await aTruck()
  const empty = await admin.post('/api/lecturas', {})
  expect(invalidCamposOf(empty)).toEqual(['camion_id', 'fecha', 'km'])
  const { id } = (await admin.post('/api/lecturas', { camion_id: truck.id, fecha: hoy, km: 5 })).body.data
  const other = await aTruck()
  const moved = await admin.put(`/api/lecturas/${id}`, { camion_id: other.id, fecha: hoy, km: 5 })
  expect(moved.body.error.campos).toEqual({ camion_id: 'El camión no se puede cambiar.' })
  await admin.delete(`/api/camiones/${other.id}`)
  for (const camion_id of [other.id, 2_000_000]) {
    const { status, body } = await admin.post('/api/lecturas', { camion_id, fecha: hoy, km: 5 })
    expect([status, body.error.campos.camion_id]).toEqual([
      400,
      'Camión no encontrado. Verifica que el camión seleccionado sea válido.',
    ])
  }
})

test('lecturas: an Idempotency-Key makes one', async () => {
  const truck = await aTruck()
  const payload = { camion_id: truck.id, fecha: hoy, km: 5 }
  const keyed = { method: 'POST', url: '/api/lecturas', headers: { 'idempotency-key': 'lectura-1' } } as const
  const answers = [await admin.send({ ...keyed, payload }), await admin.send({ ...keyed, payload })]
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  expect(await readOf(truck, 'kilometraje')).toHaveLength(1)
})

test('lecturas: go to the bin under plate and km, and come back', async () => {
  const truck = await aTruck()
  const { id } = (await admin.post('/api/lecturas', { camion_id: truck.id, fecha: hoy, km: 1_100_500 })).body
    .data
  await admin.delete(`/api/lecturas/${id}`)
  expect(await readOf(truck, 'kilometraje')).toEqual([])
  const { body } = await admin.get(`/api/papelera?buscar=${truck.placa}`)
  expect(body.data).toMatchObject([{ tipo: 'lecturas', id, nombre: `${truck.placa} · 1,100,500 km` }])
  const restored = await admin.post(`/api/papelera/lecturas/${id}/restaurar`)
  expect(restored.body.data).toMatchObject({ id, km: 1_100_500, version: 3 })
  expect(await readOf(truck, 'kilometraje')).toHaveLength(1)
})

test('lecturas: are 404 while their truck is in the bin, without lying in it', async () => {
  const truck = await aTruck()
  const { id } = (await admin.post('/api/lecturas', { camion_id: truck.id, fecha: hoy, km: 5 })).body.data
  await admin.delete(`/api/camiones/${truck.id}`)
  expect(await notFoundOf(admin.get(`/api/lecturas/${id}`))).toBe('Lectura no encontrada')
  for (const what of ['kilometraje', 'rendimiento', 'ficha'])
    expect(await notFoundOf(admin.get(`/api/camiones/${truck.id}/${what}`))).toBe('Camión no encontrado')
  expect(await notFoundOf(admin.put(`/api/camiones/${truck.id}/ficha`, {}))).toBe('Camión no encontrado')
  const { body } = await admin.get(`/api/papelera?buscar=${truck.placa}`)
  expect(body.data.map(({ tipo }: { tipo: string }) => tipo)).toEqual(['camiones'])
  await admin.post(`/api/papelera/camiones/${truck.id}/restaurar`)
  expect((await admin.get(`/api/lecturas/${id}`)).body.data).toMatchObject({ km: 5, version: 1 })
})

test('lecturas: are logged under their name', async () => {
  const truck = await aTruck()
  const { id } = (await admin.post('/api/lecturas', { camion_id: truck.id, fecha: hoy, km: 100_000 })).body
    .data
  await admin.put(`/api/lecturas/${id}`, { fecha: hoy, km: 100_500, reinicia: true })
  await admin.delete(`/api/lecturas/${id}`)
  await admin.post(`/api/papelera/lecturas/${id}/restaurar`)
  const rows = await many(
    server.db,
    sql`select accion, nombre, cambios from bitacora where tipo = 'lecturas' and registro_id = ${id} order by id`,
  )
  const nombre = `${truck.placa} · 100,500 km`
  expect(rows).toEqual([
    { accion: 'crear', nombre: `${truck.placa} · 100,000 km`, cambios: {} },
    { accion: 'editar', nombre, cambios: { km: [100_000, 100_500], reinicia: [false, true] } },
    { accion: 'eliminar', nombre, cambios: {} },
    { accion: 'restaurar', nombre, cambios: {} },
  ])
})
