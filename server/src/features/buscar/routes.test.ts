import type { Permiso } from '@flota/contract/core/access.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { aCamion, aChofer, aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
const nothing = { rutas: [], choferes: [], ayudantes: [], clientes: [], camiones: [] }

beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const create = async (path: string, values: object): Promise<number> =>
  (await admin.post(path, values)).body.data.id
const find = async (client: Client, buscar: string) => {
  const { status, body } = await client.get(`/api/buscar?buscar=${encodeURIComponent(buscar)}`)
  expect([buscar, status]).toEqual([buscar, 200])
  return body.data
}

/** Creates a record of each kind that the search for `zacapa` finds, and a route with them. */
async function oneOfEach() {
  const name = { nombre: 'Zacapa', apellido: 'Peña' }
  const references = {
    cliente_id: await create('/api/clientes', aPersona({ ...name, telefono: '5555-1234' })),
    chofer_id: await create('/api/choferes', aChofer({ ...name, telefono: '4444', tipo_licencia: 'A' })),
    ayudante_id: await create('/api/ayudantes', aPersona({ ...name, telefono: '3333' })),
    camion_id: await create('/api/camiones', aCamion({ placa: 'C-ZACAPA', marca: 'Hino', modelo: '500' })),
  }
  const ruta = aRuta(references, { no_ruta: 'RUTA-77', fecha: '2026-11-20' })
  return { ...references, ruta_id: await create('/api/rutas', ruta) }
}

test('GET /api/buscar: returns at most five of each kind, routes newest first', async () => {
  const { ruta_id, cliente_id, chofer_id, ayudante_id, camion_id } = await oneOfEach()
  const results = {
    rutas: [
      { id: ruta_id, texto: 'RUTA-77', detalle: '20/11/2026 · Zacapa Peña · Guatemala → Quetzaltenango' },
    ],
    clientes: [{ id: cliente_id, texto: 'Zacapa Peña', detalle: '5555-1234' }],
    choferes: [{ id: chofer_id, texto: 'Zacapa Peña', detalle: '4444 · A' }],
    ayudantes: [{ id: ayudante_id, texto: 'Zacapa Peña', detalle: '3333' }],
    camiones: [{ id: camion_id, texto: 'C-ZACAPA', detalle: 'Hino · 500' }],
  }
  expect(await find(admin, ' ZÁCAPA ')).toEqual(results)
  expect(await find(admin, 'ruta-77')).toEqual({ ...nothing, rutas: results.rutas })
  expect(await find(admin, 'pena zacapa')).toEqual({ ...results, camiones: [] })

  const references = { cliente_id, chofer_id, ayudante_id, camion_id }
  const newer: number[] = []
  for (const day of ['25', '22', '24', '21', '23', '26'])
    newer.push(
      await create('/api/rutas', aRuta(references, { no_ruta: `Z-${day}`, fecha: `2026-11-${day}` })),
    )
  const { rutas } = await find(admin, 'zacapa')
  expect(rutas.map(({ texto }: { texto: string }) => texto)).toEqual(['Z-26', 'Z-25', 'Z-24', 'Z-23', 'Z-22'])

  await admin.delete(`/api/rutas/${newer[0]}`)
  expect((await find(admin, 'z-25')).rutas).toEqual([])
})

test('GET /api/buscar: returns nothing below two letters', async () => {
  for (const few of ['', 'z', ' Z ', '%', '\u0301z'])
    expect([few, await find(admin, few)]).toEqual([few, nothing])
  expect((await admin.get('/api/buscar')).body.data).toEqual(nothing)
  const { status, body } = await admin.get(`/api/buscar?buscar=${'x'.repeat(101)}`)
  expect([status, Object.keys(body.error.campos)]).toEqual([400, ['buscar']])
})

test('GET /api/buscar: treats % and _ as plain characters', async () => {
  expect(await find(admin, '%%')).toEqual(nothing)
  expect(await find(admin, '__')).toEqual(nothing)
})

test('GET /api/buscar: returns only the kinds that the user may read', async () => {
  const kindsOf = async (...permisos: Permiso[]) =>
    Object.keys(await find(await server.as({ rol: 'usuario', permisos }), 'zacapa')).sort()
  const catalogues = ['ayudantes', 'camiones', 'choferes', 'clientes']
  expect(await kindsOf()).toEqual([])
  expect(await kindsOf('generar_reportes')).toEqual([])
  expect(await kindsOf('gestionar_catalogos')).toEqual(catalogues)
  expect(await kindsOf('eliminar_rutas')).toEqual(['rutas'])
  expect(await kindsOf('ver_rutas')).toEqual([...catalogues, 'rutas'])
})

/** More than maxScannedTripsWithoutIndex, the trips scanned if the trigram index can't be used. */
const many = 5100

test('GET /api/buscar: finds every trip by number, old ones by three letters, new ones by any word', async () => {
  const references = await someReferences(admin)
  await create('/api/rutas', aRuta(references, { no_ruta: 'RUTA-055', fecha: '2020-01-02', servicio: 'qx' }))
  await create('/api/rutas', aRuta(references, { no_ruta: 'W1', fecha: '2020-01-03', servicio: 'Ganado' }))
  await run(
    server.db,
    sql`insert into rutas (no_ruta, cliente_id, servicio, mercaderia, camion_id, origen, destino,
        chofer_id, fecha, hora, precio, estado, busqueda)
      select 'N-' || n, ${references.cliente_id}, 'x', 'x', ${references.camion_id}, 'x', 'x',
        ${references.chofer_id}, '2026-01-01', '08:00', 1, 'Entregado',
        'n-' || n || E'\\nalguien\\nservicio\\nalguien' from generate_series(10001, ${10_000 + many}) n`,
  )
  const numbers = async (search: string) =>
    (await find(admin, search)).rutas.map(({ texto }: { texto: string }) => texto)

  expect(await numbers('ruta-055')).toEqual(['RUTA-055'])
  expect(await numbers('ruta-55')).toEqual(['RUTA-055'])
  expect(await numbers('55')).toContain('RUTA-055')
  expect(await numbers('w1')).toEqual(['W1'])
  expect(await numbers('ganado')).toEqual(['W1'])
  expect(await numbers('alguien n-')).toHaveLength(5)
  expect(await numbers('n-15')).toEqual(['N-15100', 'N-15099', 'N-15098', 'N-15097', 'N-15096'])
  // Only the full list of trips finds two letters of an old trip.
  expect(await numbers('qx')).toEqual([])
  expect(await numbers('qx 055')).toEqual(['RUTA-055'])
})
