import { afterAll, beforeAll, expect, test } from 'vitest'
import { invalidCamposOf } from '../../test/openOffice.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { aVista as vista } from '../../test/vistas.ts'

let server: TestApp
let user: Client
let other: Client
beforeAll(async () => {
  server = await testApp()
  user = await server.as({ rol: 'usuario', permisos: ['ver_rutas'] })
  other = await server.as()
})
afterAll(() => server.close())

const path = '/api/vistas'
const aVista = (changes: object = {}) => ({ ...vista, ...changes })
const names = async (by: Client, lista = '') =>
  (await by.get(`${path}?lista=${encodeURIComponent(lista)}`)).body.data.map(
    ({ nombre }: { nombre: string }) => nombre,
  )

test('vistas: are saved, replaced by name without case, and deleted, each list apart', async () => {
  const first = await user.post(path, aVista())
  expect([first.status, first.body.message]).toEqual([201, 'Vista guardada exitosamente'])
  expect(first.body.data).toEqual({ id: expect.any(Number), ...aVista() })
  const again = await user.post(path, aVista({ nombre: "  D'LEÓN, tarde ", filtros: 'estado=Incidente' }))
  expect(again.body.data).toEqual({
    ...first.body.data,
    nombre: "D'LEÓN, tarde",
    filtros: 'estado=Incidente',
  })
  await user.post(path, aVista({ nombre: 'Ábaco' }))
  await user.post(path, aVista({ lista: '/dinero?vista=margen' }))
  expect(await names(user, '/rutas')).toEqual(['Ábaco', "D'LEÓN, tarde"])
  expect(await names(user)).toHaveLength(3)
  for (const { id } of (await user.get(path)).body.data) {
    const removed = await user.delete(`${path}/${id}`)
    expect([removed.status, removed.body.message]).toEqual([200, 'Vista eliminada con éxito'])
    expect((await user.delete(`${path}/${id}`)).body.message).toBe('Vista no encontrada')
  }
  expect(await names(user)).toEqual([])
})

test('vistas: a repeated key gets the first response, and 409 with other filters', async () => {
  const save = (payload: {}) =>
    other.send({ method: 'POST', url: path, payload, headers: { 'idempotency-key': 'vista-1' } })
  const first = await save(aVista({ nombre: 'Una vez' }))
  expect((await save(aVista({ nombre: 'Una vez' }))).body).toEqual(first.body)
  expect((await save(aVista({ nombre: 'Una vez', filtros: 'x=1' }))).status).toBe(409)
  await other.delete(`${path}/${first.body.data.id}`)
})

test('vistas: belong to their user alone', async () => {
  const { id } = (await user.post(path, aVista({ nombre: 'Mía' }))).body.data
  expect(await names(other)).toEqual([])
  expect((await other.delete(`${path}/${id}`)).status).toBe(404)
  expect((await other.post(path, aVista({ nombre: 'Mía' }))).status).toBe(201)
  expect(await names(user)).toEqual(['Mía'])
  const piloto = await server.as({ rol: 'piloto' })
  expect((await piloto.get(path)).status).toBe(403)
  expect((await piloto.post(path, aVista())).status).toBe(403)
})

test('vistas: returns 400 for wrong values, and 409 for the 21st also with two windows at once', async () => {
  const wrong = { lista: '', nombre: 'x'.repeat(61), filtros: null }
  expect(invalidCamposOf(await user.post(path, wrong))).toEqual(['filtros', 'lista', 'nombre'])
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) => user.post(path, aVista({ nombre: `Vista ${index}` }))),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(19)
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body.message).toBe('Ya tienes 20 vistas. Elimina una para guardar otra.')
  expect(await names(user)).toHaveLength(20)
  expect((await user.post(path, aVista({ nombre: 'MÍA', filtros: 'estado=Entregado' }))).status).toBe(201)
})
