import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aPersona } from '../../test/factories.ts'
import { invalidCamposOf, openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { insertRutaRow } from '../../test/rutas.ts'

type Changes = Record<string, unknown>

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

let cliente_id: number
beforeEach(async () => {
  cliente_id = (await office.admin.post('/api/clientes', aPersona())).body.data.id
})

const create = (changes: Changes) => office.create({ cliente_id, ...changes })
const ask = async (query: string) => {
  const { status, body } = await office.admin.get(`/api/rutas/sugerencias?${query}`)
  expect([status, body.count]).toEqual([200, body.data.length])
  return body.data
}
const ofCliente = (query: string) => ask(`${query}&cliente_id=${cliente_id}`)

test('suggestions: merge texts that differ in case and accents, most frequent first', async () => {
  const trips: [string, string][] = [
    ['2026-03-03', 'Puerto Quetzal'],
    ['2026-03-01', 'COBAN'],
    ['2026-03-05', 'Cobán'],
    ['2026-03-02', 'cobán  '],
    ['2026-03-04', 'puerto  quetzal'],
    ['2026-03-01', 'Ñ'],
    ['2026-03-02', 'nebaj'],
    ['2026-03-09', 'Ocós'],
  ]
  for (const [fecha, destino] of trips) await create({ fecha, destino })
  expect(await ofCliente('campo=destino')).toEqual([
    { valor: 'Cobán', veces: 3 },
    { valor: 'puerto  quetzal', veces: 2 },
    { valor: 'nebaj', veces: 1 },
    { valor: 'Ñ', veces: 1 },
    { valor: 'Ocós', veces: 1 },
  ])
  expect(await ofCliente('campo=destino&buscar=QUETZ puert')).toEqual([
    { valor: 'puerto  quetzal', veces: 2 },
  ])
  expect(await ofCliente('campo=destino&buscar=%25')).toEqual([])
  expect(await ofCliente('campo=mercaderia')).toEqual([{ valor: 'Cemento', veces: 8 }])
  expect((await ask('campo=destino&buscar=cob')).map(({ valor }: { valor: string }) => valor)).toEqual([
    'Cobán',
  ])
})

test('suggestions: at most ten, without the bin', async () => {
  const created = []
  for (let n = 0; n < 12; n++) created.push(await create({ servicio: `Flete ${n + 10}` }))
  await office.admin.delete(`/api/rutas/${created[0]?.id}`)
  const suggestions = await ofCliente('campo=servicio')
  expect(suggestions.map(({ valor }: { valor: string }) => valor)).toEqual(
    Array.from({ length: 10 }, (_each, n) => `Flete ${n + 11}`),
  )
})

test("suggestions: come from the client's newest 200 trips", async () => {
  const references = { ...office.references, cliente_id }
  for (let n = 0; n < 200; n++) await insertRutaRow(office.server.db, references, { fecha: '2026-04-02' })
  await create({ fecha: '2026-04-01', destino: 'Viejo' })
  expect(await ofCliente('campo=destino')).toEqual([{ valor: 'Quetzaltenango', veces: 200 }])
})

test('GET /api/rutas/sugerencias: requires campo', async () => {
  const { admin } = office
  expect(invalidCamposOf(await admin.get('/api/rutas/sugerencias'))).toEqual(['campo'])
  expect(invalidCamposOf(await admin.get('/api/rutas/sugerencias?campo=precio&cliente_id=x'))).toEqual([
    'campo',
    'cliente_id',
  ])
  for (const method of ['PUT', 'DELETE', 'POST']) {
    const { status, headers } = await admin.send({ method, url: '/api/rutas/sugerencias' })
    expect([method, status]).toEqual([method, 405])
    expect(headers.allow).toContain('GET')
  }
})
