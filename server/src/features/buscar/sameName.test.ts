import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCamion, aChofer, aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { listErrors, previewImport } from '../../test/importar.ts'
import { aMantenimiento } from '../../test/mantenimientos.ts'
import { namedTrips } from '../../test/namedTrips.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// Names and numbers that compare as the same, in search, import and writing (docs/contract/general.md).

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const create = async (path: string, values: object): Promise<number> =>
  (await admin.post(`/api/${path}`, values)).body.data.id
const listed = async (path: string, buscar: string): Promise<number[]> =>
  (await admin.get(`/api/${path}?buscar=${encodeURIComponent(buscar)}`)).body.data.map(
    ({ id }: { id: number }) => id,
  )
const hits = async (kind: string, buscar: string): Promise<number[]> =>
  (await admin.get(`/api/buscar?buscar=${encodeURIComponent(buscar)}`)).body.data[kind].map(
    ({ id }: { id: number }) => id,
  )

test.each([
  ['9001', ['9001', 'RUTA-9001', 'ruta 9001', 'Ruta9001']],
  ['RUTA-9002', ['9002', 'RUTA-9002', 'ruta 9002', 'RUTA9002']],
])('trip %s: is found by every spelling, and taken in an import', async (no_ruta, spellings) => {
  const id = await create('rutas', aRuta(await someReferences(admin), { no_ruta }))
  for (const spelling of spellings) {
    expect([spelling, await hits('rutas', spelling)]).toEqual([spelling, [id]])
    expect([spelling, await listed('rutas', spelling)]).toEqual([spelling, [id]])
  }
  await create('clientes', aPersona({ nombre: 'Ana', apellido: `Paz ${no_ruta}` }))
  await create('choferes', aChofer({ nombre: 'Luis', apellido: `Paz ${no_ruta}` }))
  const placa = `C${no_ruta.slice(-4)}AAA`
  await create('camiones', aCamion({ placa }))
  const names = { cliente: `Ana Paz ${no_ruta}`, piloto: `Luis Paz ${no_ruta}`, placa }
  const sheet = namedTrips(...spellings.map((spelling) => ({ ...names, no_ruta: spelling })))
  const { detalle } = await previewImport(admin, 'rutas', sheet)
  expect(listErrors(detalle).map(([, , , mensaje]) => mensaje)).toEqual([
    'El número de ruta ya existe',
    ...spellings.slice(1).map(() => 'Repite la fila 2.'),
  ])
  // The stored numbers stay two.
  const other = no_ruta === '9001' ? 'RUTA-9001' : '9002'
  expect(
    (await admin.post('/api/rutas', aRuta(await someReferences(admin), { no_ruta: other }))).status,
  ).toBe(201)
})

test('a plate is found in every spelling', async () => {
  const id = await create('camiones', aCamion({ placa: 'C-123ABC' }))
  for (const spelling of ['C123ABC', 'c 123 abc', 'C.123.ABC', 'c123a'])
    expect([spelling, await hits('camiones', spelling), await listed('camiones', spelling)]).toEqual([
      spelling,
      [id],
      [id],
    ])
  const work = await create('mantenimientos', aMantenimiento(id))
  expect((await admin.get('/api/mantenimientos?buscar=C123ABC')).body).toMatchObject([{ id: work }])
})

test('a unit number is found in every spelling', async () => {
  const id = await create('camiones', aCamion({ placa: 'C-777UNI', numero_unidad: 'ECO L-07' }))
  for (const spelling of ['ecol07', 'ECO-L 07', 'eco l07'])
    expect([spelling, await hits('camiones', spelling), await listed('camiones', spelling)]).toEqual([
      spelling,
      [id],
      [id],
    ])
})

test('persons and clients are found by turned names and without the legal form', async () => {
  const pilot = await create('choferes', aChofer({ nombre: 'Elmer', apellido: 'Yat' }))
  const client = await create('clientes', aPersona({ nombre: 'Fletes', apellido: 'Zunil' }))
  expect(await hits('choferes', 'Yat, Elmer')).toEqual([pilot])
  expect(await listed('choferes', 'YAT,ELMER')).toEqual([pilot])
  expect(await listed('clientes', 'Fletes Zunil, S.A.')).toEqual([client])
})

test('POST and PUT /api/rutas: find the client by its key', async () => {
  const client = await create('clientes', aPersona({ nombre: 'Cargas', apellido: 'Xela, S.A.' }))
  const { cliente_id: _, ...body } = aRuta(await someReferences(admin))
  const made = await admin.post('/api/rutas', { ...body, no_ruta: 'K-1', cliente: 'CARGAS XELA' })
  expect([made.status, made.body.data.cliente_id]).toEqual([201, client])
  const put = await admin.put(`/api/rutas/${made.body.data.id}`, {
    ...body,
    no_ruta: 'K-1',
    cliente: 'Xela Cargas S. A.',
    estado: 'Pendiente',
  })
  expect([put.status, put.body.data.cliente_id]).toEqual([200, client])
})
