import { afterAll, beforeAll, expect, test } from 'vitest'
import { one, raw, sql } from '../../platform/db/sql.ts'
import { fetchReporteExport } from '../../test/exportar.ts'
import { readPages } from '../../test/readPdf.ts'
import { readSheets } from '../../test/readXlsx.ts'
import { changeRuta, fillRutas } from '../../test/rutas.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// Reports, periods and exports of one client (docs/contract/reports.md), compared with SQL.

let server: TestApp
let office: Client
let cliente: { id: number; nombre: string; n: number; ingresos: number }
beforeAll(async () => {
  server = await testApp()
  office = await server.as({ rol: 'usuario', permisos: ['generar_reportes'] })
  await fillRutas(server.db, { rutas: 1200, clientes: 20, camiones: 5, choferes: 5, ayudantes: 2 })
  const binned = await one<{ id: number }>(server.db, raw('select min(id) as id from rutas'))
  await changeRuta(server.db, binned?.id ?? 0, { eliminado_en: '2026-11-22' })
  const found = await one<typeof cliente>(
    server.db,
    sql`select c.id, c.nombre || ' ' || c.apellido as nombre, count(*)::int as n, sum(precio) as ingresos
      from rutas r join clientes c on c.id = cliente_id
      where r.eliminado_en is null group by c.id order by count(*) desc, c.id limit 1`,
  )
  if (!found) throw new Error('no routes')
  cliente = found
})
afterAll(() => server.close())

test("report of a client: counts only the client's trips, for each kind of period", async () => {
  for (const filtro of ['dia', 'mes', 'anio']) {
    const { data } = (await office.get(`/api/reportes?filtro=${filtro}&cliente_id=${cliente.id}`)).body
    const all = (await office.get(`/api/reportes?filtro=${filtro}`)).body.data
    const sum = (rows: Record<string, number>[], key: string) =>
      rows.reduce((total, row) => total + Math.round((row[key] ?? 0) * 100), 0) / 100
    expect([sum(data, 'total_rutas'), sum(data, 'ingresos_totales')]).toEqual([cliente.n, cliente.ingresos])
    expect(sum(all, 'total_rutas')).toBe(1199)
  }
})

test("period of a client: has only the client's trips, whole and by page", async () => {
  const anio = (await office.get(`/api/reportes?filtro=anio&cliente_id=${cliente.id}`)).body.data[0]
  const request = { tipo: 'anio', periodo: anio.periodo, cliente_id: cliente.id }
  const { rutas, ...row } = (await office.post('/api/reportes/periodo', request)).body.data
  expect(row).toEqual(anio)
  expect(rutas).toHaveLength(anio.total_rutas)
  expect(new Set(rutas.map((ruta: { cliente_id: number }) => ruta.cliente_id))).toEqual(new Set([cliente.id]))
  const pages = [1, 2].map((pagina) =>
    office.post('/api/reportes/periodo', { ...request, pagina, porPagina: 7 }),
  )
  const both = (await Promise.all(pages)).flatMap(({ body }) => body.data.rutas)
  expect(both).toEqual(rutas.slice(0, 14))
})

test("export of a client: the workbook has only the client's trips, and the PDF names the client", async () => {
  const query = `filtro=mes&cliente_id=${cliente.id}`
  const [, viajes = []] = (await readSheets((await fetchReporteExport(server, office, query)).file)).rows
  expect(viajes).toHaveLength(cliente.n + 2)
  expect(new Set(viajes.slice(1, -1).map((each) => each[3]))).toEqual(new Set([cliente.nombre]))
  expect(viajes.at(-1)?.[12]).toBe(cliente.ingresos)
  const { file } = await fetchReporteExport(server, office, `formato=pdf&${query}`)
  const lines = (await readPages(file)).flatMap((page) => page.lines)
  expect(lines).toContainEqual([
    `Todas las fechas · ${cliente.nombre}`,
    expect.stringMatching(/^Impreso el /),
  ])
})

test('report of a client: empty for an unknown client, 400 for an invalid id', async () => {
  for (const id of [2_000_000, 99_999_999_999]) {
    expect((await office.get(`/api/reportes?cliente_id=${id}`)).body).toMatchObject({ data: [], count: 0 })
    const { data } = (await office.post('/api/reportes/periodo', { periodo: '2026-11-20', cliente_id: id }))
      .body
    expect(data).toMatchObject({ total_rutas: 0, rutas: [] })
    expect((await fetchReporteExport(server, office, `cliente_id=${id}`)).status).toBe(200)
  }
  for (const wrong of ['x', '0', '-1', '1.5']) {
    const { status, body } = await office.get(`/api/reportes?cliente_id=${wrong}&filtro=x`)
    expect([status, Object.keys(body.error.campos).toSorted()]).toEqual([400, ['cliente_id', 'filtro']])
  }
  const { status, body } = await office.post('/api/reportes/periodo', { periodo: '2026', cliente_id: '1' })
  expect([status, Object.keys(body.error.campos)]).toEqual([400, ['cliente_id']])
})
