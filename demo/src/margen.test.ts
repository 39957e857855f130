import { addDays } from '@flota/contract/core/dates.ts'
import type { Margen, MargenGrupo } from '@flota/contract/money/margen.ts'
import { many, sql } from '@flota/server/platform/db/sql.ts'
import { type Client, type TestApp, testApp } from '@flota/server/test/testApp.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemo } from './fill.ts'

// Direct margins of the invented company are those of a haulier: 8 to 20 % of the income. It is a Friday, noon.

const now = new Date('2026-11-20T18:00:00Z')
const hoy = '2026-11-20'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp({ now: () => now })
  await fillDemo(server.db, { rutas: 3000, zone: 'America/Guatemala', now })
  admin = await server.as()
})
afterAll(() => server.close())

const lastYear = { desde: addDays(hoy, -365), hasta: hoy }
const yearBefore = { desde: addDays(hoy, -730), hasta: addDays(hoy, -366) }

const marginBy = async (por: MargenGrupo, { desde, hasta } = lastYear, pagina = 1) => {
  const { status, body } = await admin.get(
    `/api/margen?por=${por}&desde=${desde}&hasta=${hasta}&porPagina=100&pagina=${pagina}`,
  )
  expect(status).toBe(200)
  return body.data as { filas: Margen[]; totales: Margen }
}

test('margin: is 8 to 20 % in each of two years and in each month', async () => {
  for (const year of [lastYear, yearBefore]) {
    const { filas, totales } = await marginBy('mes', year)
    expect(filas.length).toBeGreaterThanOrEqual(12)
    for (const { nombre, margen_pct, viajes } of [{ ...totales, nombre: 'all' }, ...filas]) {
      // The first days of a month are too few to judge.
      if (viajes < 40) continue
      expect([nombre, margen_pct]).toEqual([nombre, expect.toSatisfy(isBetween(8, 20))])
    }
  }
})

const isBetween = (min: number, max: number) => (value: number) => value >= min && value <= max

test.each(['cliente', 'camion', 'piloto'] as const)('margin by %s: is 0 to 35 %%', async (por) => {
  const { filas } = await marginBy(por)
  const regular = filas.filter(({ viajes }) => viajes >= 15)
  expect(regular.length).toBeGreaterThan(10)
  for (const { nombre, margen_pct } of regular)
    expect([nombre, margen_pct]).toEqual([nombre, expect.toSatisfy(isBetween(0, 35))])
})

test('margin by trip: of seven trips at most one loses money', async () => {
  const { filas, totales } = await marginBy('ruta', lastYear, 3)
  expect(totales.viajes).toBeGreaterThan(1400)
  // The smallest margins are first.
  expect(filas[0]?.margen).toBeGreaterThan(0)
})

test('each delivered trip: has fuel, tolls, per diems and a commission', async () => {
  const without = await many(
    server.db,
    sql`select r.no_ruta, wanted from rutas r, unnest(array['Combustible', 'Peaje', 'Viáticos', 'comision']) as wanted
      where r.estado = 'Entregado' and r.eliminado_en is null and not exists (
        select from movimientos m where m.ruta_id = r.id and wanted in (m.concepto, m.tipo) and m.estado <> 'anulado')`,
  )
  expect(without).toEqual([])
})
