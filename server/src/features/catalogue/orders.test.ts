import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChofer, aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const create = async (url: string, body: object) => (await admin.post(url, body)).body.data
const names = async (url: string) =>
  (await admin.get(url)).body.data.map(({ nombre }: { nombre: string }) => nombre)

test('GET /api/choferes: sorts by end of licence, then by name, across pages', async () => {
  const licences = { Ñusta: '2027-01-31', Óscar: '2026-12-01', ana: '2027-01-31', Berta: '2020-05-05' }
  for (const [nombre, vencimiento] of Object.entries(licences))
    await create('/api/choferes', aChofer({ nombre, apellido: 'Licencia', vencimiento }))
  const url = '/api/choferes?buscar=licencia&orden=vencimiento'
  expect(await names(url)).toEqual(['Berta', 'Óscar', 'ana', 'Ñusta'])
  expect(await names(`${url}&porPagina=3&pagina=2`)).toEqual(['Ñusta'])
})

test('GET /api/clientes: sorts by number of routes, descending', async () => {
  const references = await someReferences(admin)
  const [busy, usual] = [
    await create('/api/clientes', aPersona({ nombre: 'Zoila', apellido: 'Viajes' })),
    await create('/api/clientes', aPersona({ nombre: 'Nora', apellido: 'Viajes' })),
    await create('/api/clientes', aPersona({ nombre: 'Ana', apellido: 'Viajes' })),
  ]
  for (const { id } of [busy, busy, usual])
    await create('/api/rutas', aRuta({ ...references, cliente_id: id }))
  expect(await names('/api/clientes?buscar=viajes&orden=-rutas_asignadas')).toEqual(['Zoila', 'Nora', 'Ana'])
})

test('orders: differ by catalogue', async () => {
  for (const url of ['/api/ayudantes?orden=vencimiento', '/api/choferes?orden=-rutas_asignadas'])
    expect((await admin.get(url)).body.error.campos).toHaveProperty('orden')
  const dates = async (orden: string) =>
    (await admin.get(`/api/choferes?orden=${orden}`)).body.data.map(
      ({ vencimiento }: { vencimiento: string | null }) => vencimiento,
    )
  const ascending: (string | null)[] = await dates('vencimiento')
  const dated = ascending.filter((date) => date !== null)
  expect(await dates('-vencimiento')).toEqual([...dated.toReversed(), ...ascending.slice(dated.length)])
})
