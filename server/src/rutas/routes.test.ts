import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aRuta, someReferences } from '../test/factories.ts'
import { type Client, type TestApp, testApp } from '../test/testApp.ts'

let server: TestApp
let admin: Client
let references: Awaited<ReturnType<typeof someReferences>>
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  references = await someReferences(admin)
})
afterAll(() => server.close())

const create = async (changes: Record<string, unknown> = {}) =>
  (await admin.post('/api/rutas', aRuta(references, changes))).body.data

describe('a route', () => {
  test('is created Pendiente, read with its names, changed and put into the bin', async () => {
    const created = await admin.post('/api/rutas', aRuta(references, { hora: '08:30' }))
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      message: 'Ruta creada exitosamente',
      data: {
        estado: 'Pendiente',
        hora: '08:30:00',
        precio: 1250.5,
        combustible: 35.5,
        cliente_nombre: 'Rosa',
        version: 1,
      },
    })
    const { id } = created.body.data
    expect((await admin.get(`/api/rutas/${id}`)).body.data).toEqual(created.body.data)
    const changed = await admin.put(
      `/api/rutas/${id}`,
      aRuta(references, { estado: 'En curso', ayudante_id: null, version: 1 }),
    )
    expect(changed.body).toMatchObject({
      message: 'Ruta actualizada exitosamente',
      data: { estado: 'En curso', ayudante_id: null, ayudante_nombre: null, version: 2 },
    })
    const stale = await admin.put(`/api/rutas/${id}`, aRuta(references, { estado: 'En curso', version: 1 }))
    expect(stale.status).toBe(409)
    const history = await admin.get(`/api/rutas/${id}/historial`)
    expect(history.body.data.map((h: { estado_nuevo: string }) => h.estado_nuevo)).toEqual([
      'En curso',
      'Pendiente',
    ])
    const removed = await admin.delete(`/api/rutas/${id}?version=2`)
    expect(removed.body).toMatchObject({ message: 'La ruta ha sido eliminada exitosamente', data: null })
    expect((await admin.get(`/api/rutas/${id}`)).status).toBe(404)
  })

  test('names each record that is not there', async () => {
    const answer = await admin.post(
      '/api/rutas',
      aRuta(references, { camion_id: 999, chofer_id: 9e12, ayudante_id: 77777 }),
    )
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.error.campos)).toEqual(['camion_id', 'chofer_id', 'ayudante_id'])
    expect(answer.body.message).toBe('Camión no encontrado. Verifica que el camión seleccionado sea válido.')
  })

  test('takes a client by name: POST finds it, PUT makes it', async () => {
    const unknown = await admin.post('/api/rutas', {
      ...aRuta(references),
      cliente_id: null,
      cliente: 'Nadie Aquí',
    })
    expect(unknown.status).toBe(400)
    const ruta = await create()
    const changed = await admin.put(`/api/rutas/${ruta.id}`, {
      ...aRuta(references),
      estado: 'Pendiente',
      cliente_id: null,
      cliente: '  José   de la Cruz ',
    })
    expect(changed.body.data).toMatchObject({ cliente_nombre: 'José', cliente_apellido: 'de la Cruz' })
    const again = await admin.post('/api/rutas', {
      ...aRuta(references),
      cliente_id: null,
      cliente: 'JOSE DE LA  CRUZ',
    })
    expect(again.body.data.cliente_id).toBe(changed.body.data.cliente_id)
  })

  test('of a taken number is refused with the next suggestion', async () => {
    await create({ no_ruta: 'RUTA-009' })
    const taken = await admin.post('/api/rutas', aRuta(references, { no_ruta: 'ruta-009' }))
    expect(taken.status).toBe(409)
    expect(taken.body).toMatchObject({
      message: 'El número de ruta ya existe',
      data: { nextRutaNumber: 'RUTA-010' },
    })
  })
})

test('lists search, count and page', async () => {
  const some = await Promise.all(
    Array.from({ length: 12 }, (_, i) => create({ servicio: `Mudanza número ${i}`, fecha: '2026-01-05' })),
  )
  const found = await admin.get('/api/rutas?buscar=NUMERO%20mudanza&porPagina=5&pagina=3')
  expect(found.body).toMatchObject({ count: 2, paginacion: { total: 12, paginas: 3, exacto: true } })
  const past = await admin.get('/api/rutas?buscar=mudanza&porPagina=5&pagina=30')
  expect(past.body).toMatchObject({ count: 0, data: [], paginacion: { total: 12 } })
  expect((await admin.get('/api/rutas?buscar=mudanza&campo=cliente')).body.count).toBe(0)
  expect((await admin.get('/api/rutas?buscar=mudanza&campo=servicio')).body.count).toBe(12)
  expect((await admin.get('/api/rutas?desde=2026-01-05&hasta=2026-01-05')).body.paginacion.total).toBe(
    some.length,
  )
  const all = await admin.get('/api/rutas')
  expect(all.body.paginacion.total).toBe(all.body.data.length)
})

describe('a pilot', () => {
  test('sees the own routes without a price and changes their state once per key', async () => {
    const piloto = await server.as({ rol: 'piloto', piloto_id: references.chofer_id })
    const ruta = await create()
    const mine = await piloto.get('/piloto/mis-rutas')
    expect(mine.body.data[0]).not.toHaveProperty('precio')
    const change = () =>
      piloto.send({
        method: 'PUT',
        url: `/piloto/ruta/${ruta.id}/estado`,
        payload: JSON.stringify({ nuevoEstado: 'En curso', comentario: 'Saliendo' }),
        headers: { 'content-type': 'application/json', 'idempotency-key': 'abc' },
      })
    const answers = await Promise.all(Array.from({ length: 6 }, change))
    expect(answers.map((a) => a.status)).toEqual([200, 200, 200, 200, 200, 200])
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body)
    expect((await piloto.get(`/piloto/ruta/${ruta.id}/historial`)).body.count).toBe(2)
    expect((await piloto.get(`/api/rutas/${ruta.id}`)).body.data).not.toHaveProperty('precio')
    const another = await server.as({ rol: 'piloto' })
    expect((await another.get(`/api/rutas/${ruta.id}`)).status).toBe(404)
  })
})
