import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCamion } from '../test/factories.ts'
import { type Client, type TestApp, testApp } from '../test/testApp.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

test('a truck is created, read, listed, changed and put into the bin', async () => {
  const values = aCamion({ placa: 'C-001BBB' })
  const created = await admin.post('/api/camiones', values)
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    success: true,
    message: 'Camión creado exitosamente',
    data: { ...values, version: 1 },
  })
  const url = `/api/camiones/${created.body.data.id}`
  const read = await admin.get(url)
  expect(read.body).toMatchObject({ success: true, data: created.body.data })
  const listed = await admin.get('/api/camiones')
  expect(listed.body).toMatchObject({ success: true, count: 1, data: [created.body.data] })

  const changed = await admin.put(url, { ...values, color: 'Rojo', version: 1 })
  expect(changed.body).toMatchObject({
    message: 'Camión actualizado exitosamente',
    data: { color: 'Rojo', version: 2 },
  })
  const deleted = await admin.delete(`${url}?version=2`)
  expect(deleted.body).toMatchObject({ success: true, message: 'Camión eliminado con éxito' })
  const bin = await admin.get('/api/papelera')
  expect(bin.body.data).toMatchObject([{ tipo: 'camiones' }])
})
