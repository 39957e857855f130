import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aChofer, aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const referring = {
  clientes: 'cliente_id',
  choferes: 'chofer_id',
  ayudantes: 'ayudante_id',
  camiones: 'camion_id',
} as const

describe.each(Object.entries(referring))('%s', (name, column) => {
  test('DELETE: returns 409 while routes are open for the record', async () => {
    const references = await someReferences(admin)
    const url = `/api/${name}/${references[column]}`
    const first = (await admin.post('/api/rutas', aRuta(references))).body.data
    const second = (await admin.post('/api/rutas', aRuta(references, { estado: 'En curso' }))).body.data
    expect((await admin.delete(url)).body).toMatchObject({
      message: 'No se puede eliminar: tiene 2 rutas pendientes o en curso.',
      error: { code: 'CONFLICTO' },
    })
    expect((await admin.delete(`${url}?version=9`)).body.message).toBe(
      'Otro usuario modificó este registro. Recarga para ver los cambios.',
    )
    expect((await admin.get(url)).body.data.version).toBe(1)
    await admin.put(`/api/rutas/${first.id}`, aRuta(references, { estado: 'Entregado' }))
    expect((await admin.delete(url)).body.message).toBe(
      'No se puede eliminar: tiene 1 ruta pendiente o en curso.',
    )
    await admin.delete(`/api/rutas/${second.id}`)
    expect((await admin.delete(url)).status).toBe(200)

    const form = aRuta(references, { estado: 'Entregado', comentario: 'Corregido' })
    expect((await admin.put(`/api/rutas/${first.id}`, form)).body.data.comentario).toBe('Corregido')
    expect((await admin.put(`/api/rutas/${first.id}`, { ...form, estado: 'Pendiente' })).status).toBe(400)
    expect((await admin.post('/api/rutas', aRuta(references))).body.error.campos).toHaveProperty(column)
  })

  test('concurrent deletion and new route: one succeeds', async () => {
    for (let round = 0; round < 15; round++) {
      const references = await someReferences(admin)
      const [created, removed] = await Promise.all([
        admin.post('/api/rutas', aRuta(references)),
        admin.delete(`/api/${name}/${references[column]}`),
      ])
      expect([created.status, removed.status]).toEqual(created.status === 201 ? [201, 409] : [400, 200])
    }
  })

  test('concurrent deletion and restored route: one succeeds', async () => {
    for (let round = 0; round < 15; round++) {
      const references = await someReferences(admin)
      const ruta = (await admin.post('/api/rutas', aRuta(references, { estado: 'Entregado' }))).body.data
      const [changed, removed] = await Promise.all([
        admin.put(`/api/rutas/${ruta.id}`, aRuta(references, { estado: 'Pendiente' })),
        admin.delete(`/api/${name}/${references[column]}`),
      ])
      expect([changed.status, removed.status]).toEqual(changed.status === 200 ? [200, 409] : [400, 200])
    }
  })
})

test('search of routes: uses the present names of client and pilot', async () => {
  const references = await someReferences(admin)
  const ruta = (await admin.post('/api/rutas', aRuta(references))).body.data
  await admin.put(
    `/api/clientes/${references.cliente_id}`,
    aPersona({ nombre: 'Güicho', apellido: 'Barrientos' }),
  )
  await admin.put(`/api/choferes/${references.chofer_id}`, aChofer({ nombre: 'Ñandú', apellido: 'Tzoc' }))
  for (const search of ['guicho barrientos', 'tzoc', 'nandu guicho']) {
    const results = await admin.get(`/api/rutas?buscar=${encodeURIComponent(search)}`)
    expect(results.body.data.map((r: { id: number }) => r.id)).toEqual([ruta.id])
  }
  expect((await admin.get('/api/rutas?campo=cliente&buscar=tzoc')).body.count).toBe(0)
})

test('DELETE piloto: deactivates its user and ends the user’s sessions', async () => {
  const pilotId = (await admin.post('/api/choferes', aChofer())).body.data.id
  const piloto = await server.as({ rol: 'piloto', piloto_id: pilotId })
  expect((await piloto.get('/api/auth/verify')).status).toBe(200)
  expect((await admin.delete(`/api/choferes/${pilotId}`)).body.message).toBe('Chofer eliminado con éxito')
  expect((await piloto.get('/api/auth/verify')).body.error.code).toBe('SESION_EXPIRADA')
})

test('GET cliente: returns its number of routes', async () => {
  const references = await someReferences(admin)
  const ruta = (await admin.post('/api/rutas', aRuta(references))).body.data
  await admin.post('/api/rutas', aRuta(references))
  await admin.delete(`/api/rutas/${ruta.id}`)
  expect((await admin.get(`/api/clientes/${references.cliente_id}`)).body.data.rutas_asignadas).toBe(1)
})
