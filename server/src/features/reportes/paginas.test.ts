import { recomputeAll } from '@flota/demo/bulkLoad.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raw, run } from '../../platform/db/sql.ts'
import { fillRutas } from '../../test/rutas.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// Pages of a period, compared with the whole period. Deep pages are found through totals.

let server: TestApp
let office: Client
beforeAll(async () => {
  server = await testApp()
  office = await server.as({ rol: 'usuario', permisos: ['generar_reportes'] })
  const few = { clientes: 3, camiones: 2, choferes: 2, ayudantes: 1 }
  await fillRutas(server.db, { rutas: 5000, hasta: '2026-01-10', ...few })
  await server.db.transaction(async (tx) => {
    await run(tx, raw("update rutas set fecha = '2026-01-07', hora = '06:00' where id % 4 = 0"))
    await run(tx, raw("update rutas set fecha = '2025-07-31' where id % 40 = 1"))
    await run(tx, raw("update rutas set eliminado_en = now() where id % 11 = 0 or fecha = '2026-01-09'"))
    await run(tx, raw('truncate resumen, resumen_clientes'))
    await recomputeAll(tx, 5)
  })
})
afterAll(() => server.close())

const ask = (body: unknown) => office.post('/api/reportes/periodo', body)

test.each([
  ['anio', '2025', 1000],
  ['anio', '2026', 2000],
  ['mes', '2026-01', 2000],
  ['mes', '2025-12', 1000],
  ['mes', '2025-07', 100],
  ['dia', '2026-01-07', 1000],
  ['dia', '2026-01-10', 100],
  ['dia', '2026-01-09', 0],
  ['mes', '2024-02', 0],
])('period pages of a %s, %s: equal the whole period', async (tipo, periodo, atLeast) => {
  const { rutas: all, ...row } = (await ask({ tipo, periodo })).body.data
  expect(all.length).toBeGreaterThanOrEqual(atLeast)
  expect(row.total_rutas).toBe(all.length)
  for (const porPagina of [100, 37]) {
    // Up to the last page and two beyond it, skipping some.
    const last = Math.ceil(all.length / porPagina)
    for (let pagina = 1; pagina <= last + 2; pagina += pagina > 8 && pagina < last - 2 ? 3 : 1) {
      const { status, body } = await ask({ tipo, periodo, pagina, porPagina })
      expect(status).toBe(200)
      const expected = all.slice((pagina - 1) * porPagina, pagina * porPagina)
      expect([pagina, body.data]).toEqual([pagina, { ...row, rutas: expected }])
    }
  }
})

test('period pages: default to the first page, and to all routes without porPagina', async () => {
  const request = { tipo: 'dia', periodo: '2026-01-10' }
  const all = (await ask(request)).body
  expect((await ask({ ...request, porPagina: 10 })).body.data.rutas).toEqual(all.data.rutas.slice(0, 10))
  expect((await ask({ ...request, pagina: 3 })).body).toEqual(all)
  expect((await ask({ ...request, pagina: null, porPagina: '' })).body).toEqual(all)
  expect((await ask({ ...request, pagina: 1e12, porPagina: 100 })).body.data).toEqual({
    ...all.data,
    rutas: [],
  })
})

test.each([
  [{ pagina: 0, porPagina: 10 }, ['pagina']],
  [{ pagina: 1.5, porPagina: 101 }, ['pagina', 'porPagina']],
  [{ pagina: '2', porPagina: -1 }, ['pagina', 'porPagina']],
  [{ porPagina: 0 }, ['porPagina']],
])('period pages: returns 400 for %j', async (page, campos) => {
  const { status, body } = await ask({ tipo: 'mes', periodo: '2026-01', ...page })
  expect(status).toBe(400)
  expect(Object.keys(body.error.campos).toSorted()).toEqual(campos)
})
