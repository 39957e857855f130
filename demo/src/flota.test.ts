import type { Plan } from '@flota/contract/fleet/planes.ts'
import { many, raw } from '@flota/server/platform/db/sql.ts'
import { type Client, type TestApp, testApp } from '@flota/server/test/testApp.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemo } from './fill.ts'

// Noon in Guatemala, on a Friday.
const now = new Date('2026-11-20T18:00:00Z')

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp({ now: () => now })
  await fillDemo(server.db, { rutas: 1500, zone: 'America/Guatemala', now })
  admin = await server.as({ username: 'prueba' })
})
afterAll(() => server.close())

const read = async (path: string) => (await admin.get(path)).body

test('fuel: has partial fills, a low tramo, an odometer that goes back, and receipts without gallons', async () => {
  const partial = await read('/api/cargas?lleno=no&porPagina=1')
  expect(partial.paginacion.total).toBeGreaterThan(5)
  const warned = await many<{ falta: string; n: number }>(
    server.db,
    raw('select unnest(faltas) as falta, count(*)::int as n from cargas_faltas group by 1'),
  )
  const counts = Object.fromEntries(warned.map(({ falta, n }) => [falta, n]))
  expect(counts).toEqual({ KM_MENOR: 1, RENDIMIENTO_BAJO: 1 })
  const without = await many(
    server.db,
    raw(
      `select 1 from movimientos where concepto = 'Combustible' and camion_id is null and estado = 'registrado'`,
    ),
  )
  expect(without.length).toBeGreaterThan(0)
})

test('trucks: burn what trucks burn, and nothing kept differs from a recalculation', async () => {
  const trucks = await many<{ km_galon: string; cambios: number }>(
    server.db,
    raw(`select round(sum(km) / sum(galones), 2) as km_galon, recalcular_camion(camion_id) as cambios
      from tramos group by camion_id`),
  )
  expect(trucks.length).toBeGreaterThan(5)
  for (const { km_galon, cambios } of trucks) {
    expect(Number(km_galon)).toBeGreaterThan(5)
    expect(Number(km_galon)).toBeLessThan(35)
    expect(cambios).toBe(0)
  }
})

test('maintenance: has a plan overdue, one due soon, one not yet due, and a job with parts', async () => {
  const { data } = (await read('/api/planes?porPagina=100')) as { data: Plan[] }
  expect(new Set(data.map(({ estado }) => estado))).toEqual(new Set(['vencido', 'por_vencer', 'al_dia']))
  expect(data.some(({ ultimo_id }) => ultimo_id !== null)).toBe(true)
  expect(data.some(({ abierto_id }) => abierto_id !== null)).toBe(true)
  const [job] = await many<{ id: number }>(
    server.db,
    raw(`select id from mantenimientos where lineas <> '[]' and eliminado_en is null`),
  )
  const { data: detail } = await read(`/api/mantenimientos/${job?.id}`)
  const sum = detail.lineas.reduce((total: number, linea: { total: number }) => total + linea.total, 0)
  expect([detail.lineas.length, detail.costo]).toEqual([3, sum])
})
