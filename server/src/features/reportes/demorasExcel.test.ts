import { afterAll, beforeAll, expect, test } from 'vitest'
import { readListExport } from '../../test/exportar.ts'
import { aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'

// GET /api/reportes/demoras/exportar (docs/contract/reports.md); it is 20/11/2026, noon.

let office: DocumentosOffice
let refs: Awaited<ReturnType<typeof someReferences>>
beforeAll(async () => {
  office = await openDocumentosOffice()
  refs = await someReferences(office.admin)
})
afterAll(() => office.close())

const day = '2026-11-10'
const on = (hour: string) => `${day}T${hour}-06:00`
const create = async (changes: object = {}): Promise<number> =>
  (await office.admin.post('/api/rutas', aRuta(refs, { fecha: day, estado: 'Entregado', ...changes }))).body
    .data.id
const waits = (id: number, tiempos: object) => office.admin.put(`/api/rutas/${id}/tiempos`, tiempos)
const aClient = async (nombre: string, reglas: object = {}): Promise<number> => {
  const { id } = (await office.admin.post('/api/clientes', aPersona({ nombre, apellido: 'Paz' }))).body.data
  await office.admin.put(`/api/clientes/${id}/reglas`, reglas)
  return id
}

test('export of demoras: has the rows and sums of the call, and says where there is no rate', async () => {
  const hour = { llegada_carga: on('10:00:00'), salida_carga: on('11:30:00') }
  const paid = await aClient('Zoila', { horas_libres: 0, tarifa_demora: 10 })
  const free = await aClient('Nuria')
  for (const cliente_id of [paid, paid, free]) await waits(await create({ cliente_id }), hour)
  await waits(await create({ cliente_id: free, fecha: '2026-10-01' }), hour)
  const exported = (query: string) =>
    readListExport(
      office.server.app,
      office.admin,
      `/api/reportes/demoras/exportar?desde=2026-11-01&${query}`,
    )
  const byClient = await exported('por=cliente')
  expect(byClient.name).toBe('demoras_2026-11-20.xlsx')
  expect(byClient.titles).toEqual([
    'Cliente',
    'Viajes',
    'Viajes con hora dudosa',
    'Horas de espera',
    'Horas cobrables',
    'Monto',
  ])
  expect(byClient.rows).toEqual([
    ['Zoila Paz', 2, 0, 3, 3, 30],
    ['Nuria Paz', 1, 0, 1.5, 0, 'Sin tarifa'],
    ['Total', 3, null, 4.5, 3, 30],
  ])
  expect((await exported('por=lugar')).rows).toMatchObject([
    { 1: 3, 3: 4.5, 5: 30 },
    { 0: 'Total', 1: null, 5: 30 },
  ])
  expect((await exported(`hasta=2026-11-09`)).rows).toEqual([['Total', 0, null, 0, 0, 0]])
  await office.admin.post(`/api/rutas/${await create()}/incidentes`, {
    causa: 'Clima',
    desde: on('11:00:00'),
    hasta: on('12:00:00'),
  })
  const byCause = await exported('por=causa')
  expect(byCause.titles).toEqual(['Causa', 'Viajes', 'Viajes con hora dudosa', 'Horas de incidente'])
  expect(byCause.rows).toEqual([
    ['Clima', 1, 0, 1],
    ['Total', null, null, 1],
  ])
})
