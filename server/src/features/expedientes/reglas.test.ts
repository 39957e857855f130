import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import { aPersona } from '../../test/factories.ts'
import { expectConflict, invalidCamposOf, staleMessage } from '../../test/openOffice.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'

// Delivery rules of a client (docs/contract/road.md).

let office: DocumentosOffice
beforeAll(async () => {
  office = await openDocumentosOffice()
})
afterAll(() => office.close())

const aClient = async (): Promise<number> =>
  (await office.admin.post('/api/clientes', aPersona())).body.data.id
const read = async (id: number) => (await office.admin.get(`/api/clientes/${id}/reglas`)).body.data
const put = (id: number, body: object) => office.admin.put(`/api/clientes/${id}/reglas`, body)

const untouched = {
  exige_foto: false,
  exige_firma: false,
  instrucciones: null,
  horas_libres: null,
  tarifa_demora: null,
  unidad: 'hora',
  foto_desde: null,
  firma_desde: null,
}
const unwritten = { version: 0, creado_en: null, actualizado_en: null }

test('rules: have defaults before the first PUT and for omitted fields', async () => {
  const id = await aClient()
  expect(await read(id)).toEqual({ cliente_id: id, ...untouched, ...unwritten })
  const all = {
    exige_foto: true,
    exige_firma: true,
    instrucciones: ' Portón 2 ',
    horas_libres: '2.5',
    tarifa_demora: 150,
    unidad: 'dia',
  }
  const { status, body } = await put(id, { ...all, version: 0 })
  const written = {
    cliente_id: id,
    ...all,
    instrucciones: 'Portón 2',
    horas_libres: 2.5,
    foto_desde: '2026-11-20',
    firma_desde: '2026-11-20',
    version: 1,
    creado_en: expect.any(String),
    actualizado_en: expect.any(String),
  }
  expect([status, body]).toEqual([
    200,
    { success: true, message: 'Reglas guardadas exitosamente', data: written },
  ])
  expect(await read(id)).toEqual(written)
  const nulls = {
    exige_foto: null,
    exige_firma: '',
    instrucciones: '',
    horas_libres: '',
    tarifa_demora: null,
    unidad: '',
  }
  for (const [version, blank] of [nulls, {}].entries())
    expect((await put(id, { ...blank, version: version + 1 })).body.data).toMatchObject({
      ...untouched,
      version: version + 2,
    })
  expectConflict(await put(id, { version: 2 }), staleMessage)
  // The client's version is separate.
  expect((await office.admin.get(`/api/clientes/${id}`)).body.data.version).toBe(1)
})

test('rules: apply from the day on which they were switched on', async () => {
  const id = await aClient()
  await put(id, { exige_foto: true })
  office.setClock('2026-11-22T23:59:00-06:00')
  const both = { exige_foto: true, exige_firma: true }
  const since = { foto_desde: '2026-11-20', firma_desde: '2026-11-22' }
  for (let i = 0; i < 2; i++) expect((await put(id, both)).body.data).toMatchObject(since)
  expect((await put(id, { exige_firma: true })).body.data).toMatchObject({ ...since, foto_desde: null })
  office.setClock('2026-11-23T00:00:00-06:00')
  expect((await put(id, both)).body.data).toMatchObject({ ...since, foto_desde: '2026-11-23' })
  office.setClock('2026-11-20T12:00:00-06:00')
})

test('rules: logged as changes of the client', async () => {
  const id = await aClient()
  await put(id, { exige_firma: true, tarifa_demora: 150 })
  await put(id, { exige_firma: true, tarifa_demora: 150 })
  await put(id, { unidad: 'dia' })
  const rows = await many(
    office.server.db,
    sql`select accion, cambios from bitacora where tipo = 'clientes' and registro_id = ${id} order by id offset 1`,
  )
  expect(rows).toEqual([
    {
      accion: 'editar',
      cambios: { 'reglas.exige_firma': [false, true], 'reglas.tarifa_demora': [null, 150] },
    },
    {
      accion: 'editar',
      cambios: {
        'reglas.exige_firma': [true, false],
        'reglas.tarifa_demora': [150, null],
        'reglas.unidad': ['hora', 'dia'],
      },
    },
  ])
})

test.each([
  { exige_foto: 'si' },
  { exige_firma: 1 },
  { instrucciones: 'x'.repeat(2001) },
  { horas_libres: 1000 },
  { horas_libres: '2.555' },
  { horas_libres: -1 },
  { tarifa_demora: 100_000_000 },
  { unidad: 'semana' },
  { version: -1 },
])('PUT reglas: returns 400 for %j', async (body) => {
  expect(invalidCamposOf(await put(await aClient(), body))).toEqual(Object.keys(body))
})

test('rules: return 404 for a client in the bin or unknown', async () => {
  const id = await aClient()
  await put(id, { exige_foto: true })
  await office.admin.delete(`/api/clientes/${id}`)
  for (const deletedId of [id, 2_000_000])
    for (const answer of [
      await office.admin.get(`/api/clientes/${deletedId}/reglas`),
      await put(deletedId, {}),
    ])
      expect([answer.status, answer.body.message]).toEqual([404, 'Cliente no encontrado'])
  await office.admin.post(`/api/papelera/clientes/${id}/restaurar`)
  expect(await read(id)).toMatchObject({ exige_foto: true, version: 1 })
})
