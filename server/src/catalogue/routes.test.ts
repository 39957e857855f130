import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCamion } from '../test/factories.ts'
import { type Client, type TestApp, testApp } from '../test/testApp.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

describe('camiones', () => {
  test('a truck is created, read, listed, changed and put into the bin', async () => {
    const created = await admin.post('/api/camiones', aCamion({ placa: 'C-001BBB' }))
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      success: true,
      message: 'Camión creado exitosamente',
      data: { placa: 'C-001BBB', version: 1 },
    })
  })
})
