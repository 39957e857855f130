import { addDays } from '@flota/contract/core/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFile, aFile, sendFile } from '../../test/archivos.ts'
import { aRuta, someReferences } from '../../test/factories.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'
import type { Client } from '../../test/testApp.ts'

// Expedientes on a pilot's phone (docs/contract/road.md).

const hoy = '2026-11-20'

let office: DocumentosOffice
let references: Awaited<ReturnType<typeof someReferences>>
let piloto: Client
beforeAll(async () => {
  office = await openDocumentosOffice()
  references = await someReferences(office.admin)
  piloto = await office.server.as({ rol: 'piloto', piloto_id: references.chofer_id })
})
afterAll(() => office.close())

const create = async (changes: object = {}): Promise<number> =>
  (await office.admin.post('/api/rutas', aRuta(references, { fecha: hoy, ...changes }))).body.data.id
const read = async () => (await piloto.get('/piloto/expedientes')).body
const of = async (id: number) =>
  (await read()).data.find(({ ruta_id }: { ruta_id: number }) => ruta_id === id)

test('expedientes of a pilot: open routes, and closed ones of the last seven days, by id', async () => {
  const listed = [
    await create({ estado: 'En curso', fecha: '2025-01-01' }),
    await create({ estado: 'Entregado', fecha: addDays(hoy, -7) }),
    await create({ estado: 'Pendiente', fecha: '2027-01-01' }),
    await create({ estado: 'Incidente', fecha: addDays(hoy, 3) }),
  ]
  await create({ estado: 'Incidente', fecha: addDays(hoy, -8) })
  await create({ estado: 'Entregado', fecha: '2025-01-01' })
  const deleted = await create()
  await office.admin.delete(`/api/rutas/${deleted}`)
  await create(await someReferences(office.admin))
  for (const url of ['/piloto/expedientes', '/api/piloto/expedientes']) {
    const { body } = await piloto.get(url)
    expect([body.count, body.data.map(({ ruta_id }: { ruta_id: number }) => ruta_id)]).toEqual([4, listed])
  }
  const blank = await office.server.as({ rol: 'piloto' })
  expect((await blank.get('/piloto/expedientes')).body).toMatchObject({ count: 0, data: [] })
})

test("expedientes of a pilot: have the client's phone and rules, without amounts", async () => {
  const id = await create()
  const untouched = { exige_foto: false, exige_firma: false, instrucciones: null }
  expect(await of(id)).toMatchObject({ telefono: '5555-9876', reglas: untouched, falta: [] })
  const reglas = { exige_foto: true, exige_firma: true, instrucciones: 'Portón 2' }
  await office.admin.put(`/api/clientes/${references.cliente_id}/reglas`, {
    ...reglas,
    horas_libres: 2,
    tarifa_demora: 777,
  })
  const expediente = await of(id)
  expect(Object.keys(expediente).toSorted()).toEqual([
    'entrega',
    'falta',
    'incidente',
    'reglas',
    'ruta_id',
    'telefono',
    'tiempos',
  ])
  expect([expediente.reglas, expediente.falta]).toEqual([reglas, ['foto', 'firma']])
  expect(JSON.stringify(expediente)).not.toMatch(/777|horas_libres|precio/)
  const cliente = (await office.admin.get(`/api/clientes/${references.cliente_id}`)).body.data
  await office.server.db.query({
    name: 'sin',
    text: `update clientes set telefono = '' where id = ${cliente.id}`,
    values: [],
  })
  expect((await of(id)).telefono).toBeNull()
})

test('incidente: the earliest open incident of a trip in any state, else null', async () => {
  const id = await create({ estado: 'En curso' })
  expect((await of(id)).incidente).toBeNull()
  const add = async (body: object) =>
    (await office.admin.post(`/api/rutas/${id}/incidentes`, body)).body.data.id
  await add({ causa: 'Clima', desde: '2026-11-20T14:05:00.000Z' })
  const first = await add({ causa: 'Mecánico', desde: '2026-11-20T14:04:00.000Z' })
  await add({ causa: 'Robo', desde: '2026-11-20T14:00:00.000Z', hasta: '2099-01-01T00:00:00.000Z' })
  expect((await of(id)).incidente).toEqual({ causa: 'Mecánico', desde: '2026-11-20T14:04:00.000Z' })
  await office.admin.delete(`/api/rutas/${id}/incidentes/${first}`)
  expect((await of(id)).incidente).toEqual({ causa: 'Clima', desde: '2026-11-20T14:05:00.000Z' })
})

test('falta: lists evidence without a file, and is empty once a reason is given', async () => {
  const id = await create()
  const falta = async () => (await of(id)).falta
  await office.admin.put(`/api/clientes/${references.cliente_id}/reglas`, {
    exige_foto: true,
    exige_firma: true,
  })
  const files = `/piloto/ruta/${id}/archivos`
  await addFile(piloto, `${files}?clase=comprobante`)
  expect(await falta()).toEqual(['foto', 'firma'])
  const foto = await addFile(piloto, files)
  expect(await falta()).toEqual(['firma'])
  await sendFile(piloto, `${files}?clase=firma`, aFile('png'))
  expect(await falta()).toEqual([])
  await office.admin.delete(`/api/archivos/${foto.id}`)
  expect(await falta()).toEqual(['foto'])
  await piloto.put(`/piloto/ruta/${id}/entrega`, { sin_evidencia_motivo: 'Sin batería' })
  expect(await falta()).toEqual([])
  await piloto.put(`/piloto/ruta/${id}/entrega`, { recibio: 'Ana' })
  expect(await falta()).toEqual(['foto'])
})

test('expedientes of a pilot: with a page only those of its trips in mis-rutas', async () => {
  const id = (row: { ruta_id?: number; id?: number }) => row.ruta_id ?? row.id
  for (const estado of ['En curso', 'Pendiente', 'Entregado']) await create({ estado, hora: '05:00' })
  const all = (await read()).data.map(id)
  expect(all.length).toBeGreaterThan(5)
  const pages = await Promise.all(
    [1, 2, 3].map(async (pagina) => {
      const query = `pagina=${pagina}&porPagina=2`
      const trips = (await piloto.get(`/piloto/mis-rutas?${query}`)).body.data.map(id)
      const found = (await piloto.get(`/piloto/expedientes?${query}`)).body.data.map(id)
      expect(found).toEqual(
        trips.filter((each: number) => all.includes(each)).toSorted((a: number, b: number) => a - b),
      )
      return found
    }),
  )
  expect(new Set(pages.flat()).size).toBe(pages.flat().length)
})
