import { many, sql } from '@flota/server/db/sql.ts'
import { type Client, type TestApp, testApp } from '@flota/server/test/testApp.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemo } from './fill.ts'

// Deliveries, waits and incidents of the invented company; it is a Friday, noon in Guatemala.

const now = new Date('2026-11-20T18:00:00Z')

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp({ now: () => now })
  await fillDemo(server.db, { rutas: 1500, zone: 'America/Guatemala', now })
  admin = await server.as()
})
afterAll(() => server.close())

test('deliveries are proven but for one, whose reason is said, and one that is a notice', async () => {
  const { body } = await admin.get('/api/avisos')
  const without = body.data.filter(({ clase }: { clase: string }) => clase === 'sin_evidencia')
  expect(without.map(({ texto }: { texto: string }) => texto)).toEqual([
    expect.stringMatching(/: entregada sin firma$/),
  ])
  const said = await many<{ ruta_id: number }>(
    server.db,
    sql`select ruta_id from entregas where sin_evidencia_motivo is not null`,
  )
  expect(said).toHaveLength(1)
  const [proven] = await many<{ id: number }>(
    server.db,
    sql`select entidad_id as id from archivos where clase = 'firma' order by id limit 1`,
  )
  const { data } = (await admin.get(`/api/rutas/${proven?.id}/expediente`)).body
  expect([data.falta, data.entrega.recibio, data.tiempos.dudosa]).toEqual([[], expect.any(String), false])
})

test('waits and incidents make a report worth reading', async () => {
  for (const por of ['cliente', 'lugar', 'causa']) {
    const { data } = (await admin.get(`/api/reportes/demoras?por=${por}`)).body
    expect(data.length).toBeGreaterThan(3)
    expect(data[0].horas).toBeGreaterThan(1)
    expect([por, data[0].monto === null || data[0].monto > 100]).toEqual([por, true])
  }
})
