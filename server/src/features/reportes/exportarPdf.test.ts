import { formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import type { ReporteRow } from '@flota/contract/reports/reportes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, raw, run, sql } from '../../platform/db/sql.ts'
import { readEnv } from '../../platform/env.ts'
import { fetchReporteExport } from '../../test/exportar.ts'
import { readPages, readPdf } from '../../test/readPdf.ts'
import { readSheets } from '../../test/readXlsx.ts'
import { fillRutas } from '../../test/rutas.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// PDF of 5,000 routes, compared with SQL, the screen's endpoint and the workbook.

let server: TestApp
let office: Client
beforeAll(async () => {
  server = await testApp({
    env: readEnv({ TZ_EMPRESA: 'Pacific/Kiritimati', EMPRESA_NOMBRE: "Transportes O'Higgins & Cía" }),
    now: () => new Date('2026-11-21T05:30:00Z'),
  })
  office = await server.as({ rol: 'usuario', permisos: ['generar_reportes'] })
  await fillRutas(server.db, { rutas: 5000, clientes: 40, camiones: 10, choferes: 10, ayudantes: 5 })
})
afterAll(() => server.close())

const pdfLines = async (query: string) => {
  const { file } = await fetchReporteExport(server, office, `formato=pdf&${query}`)
  return (await readPages(file)).flatMap(({ lines }) => lines)
}

test('PDF export: a download with company, range and date', async () => {
  const { status, headers, file } = await fetchReporteExport(server, office, 'formato=pdf&filtro=mes')
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="reporte_mes_2026-11-21.pdf"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  const lines = (await readPages(file)).flatMap((page) => page.lines)
  expect(lines[0]).toEqual(["Transportes O'Higgins & Cía"])
  expect(lines).toContainEqual(['Reporte de rutas por mes'])
  expect(lines).toContainEqual(['Todas las fechas', 'Impreso el 21/11/2026 19:30'])
})

const lengths = { dia: 10, mes: 7, anio: 4 } as const

test.each([
  ['dia', '0001-01-01', '9999-12-31'],
  ['mes', '2026-10-30', '2026-11-20'],
  ['anio', '0001-01-01', '2026-11-15'],
] as const)(
  'PDF by %s from %s to %s: all amounts equal SQL, screen and workbook',
  async (filtro, desde, hasta) => {
    const query = `filtro=${filtro}&fechaInicio=${desde}&fechaFin=${hasta}`
    const counted = await many<{ periodo: string; total: number; ingresos: number; todo: number }>(
      server.db,
      sql`select left(to_char(fecha, 'YYYY-MM-DD'), ${lengths[filtro]}) as periodo, count(*) as total,
        sum(precio) as ingresos, sum(sum(precio)) over () as todo
      from rutas where fecha between ${desde} and ${hasta} group by 1 order by 1 desc`,
    )
    const totals = formatQuetzales(counted[0]?.todo ?? 0)
    const screen = (await office.get(`/api/reportes?${query}`)).body.data as ReporteRow[]
    expect(screen.map((row) => [row.periodo, row.total_rutas, row.ingresos_totales])).toEqual(
      counted.map(({ periodo, total, ingresos }) => [periodo, total, ingresos]),
    )

    const lines = await pdfLines(query)
    // A period, five counts and an amount; the chart's lines have no counts.
    const table = lines.filter((line) => line.length === 7 && line[0] !== 'Periodo')
    expect(table.map((line) => [line[1], line[6]])).toEqual([
      ...counted.map(({ total, ingresos }) => [formatInteger(total), formatQuetzales(ingresos)]),
      [formatInteger(screen.reduce((sum, row) => sum + row.total_rutas, 0)), totals],
    ])

    const [reporte = []] = (await readSheets((await fetchReporteExport(server, office, query)).file)).rows
    expect(reporte.slice(1).map((row) => formatQuetzales(Number(row[6])))).toEqual(
      table.map((line) => line[6]),
    )
  },
)

test.each([
  ['a4', 210, 297],
  ['carta', 215.9, 279.4],
])('PDF on %s: centred on the sheet, with the same text', async (papel, width, height) => {
  const query = 'formato=pdf&filtro=dia'
  const { file } = await fetchReporteExport(server, office, `${query}&papel=${papel}`)
  const pages = await readPages(file)
  const sheet = (await (await readPdf(file)).getPage(1)).view.map((points) => (points / 72) * 25.4)
  expect(sheet.map((each) => Number(each.toFixed(1)))).toEqual([0, 0, width, height])
  for (const { pieces } of pages) {
    const left = Math.min(...pieces.map((piece) => piece.left))
    const right = Math.max(...pieces.map((piece) => piece.right))
    expect(left).toBeCloseTo(width - right, 0)
    expect(left).toBeGreaterThan(15)
    const lowest = pieces.map(({ y }) => y).toSorted((a, b) => b - a)
    // The footer, and a gap above it.
    expect(height - lowest[0]!).toBeGreaterThan(8)
    const row = lowest.find((y) => y < lowest[0]! - 1)!
    expect(lowest[0]! - row).toBeGreaterThan(7)
  }
  const dated = (lines: string[][]) => lines.filter(([first]) => /^\d\d\/\d\d\/\d{4}$/.test(first ?? ''))
  const plain = await pdfLines('filtro=dia')
  expect(dated(pages.flatMap(({ lines }) => lines))).toEqual(dated(plain))
  expect(dated(plain).length).toBeGreaterThan(30)
})

test('PDF export: returns 400 for another paper size', async () => {
  const answer = await office.get('/api/reportes/exportar?formato=pdf&papel=oficio')
  expect([answer.status, Object.keys(answer.body.error.campos)]).toEqual([400, ['papel']])
})

test('PDF export: a failure before the first page returns the error envelope', async () => {
  await run(server.db, raw('alter table resumen rename to perdido'))
  const { status, headers, file } = await fetchReporteExport(server, office, 'formato=pdf')
  await run(server.db, raw('alter table perdido rename to resumen'))
  expect(status).toBe(500)
  expect(headers['content-disposition']).toBeUndefined()
  expect(JSON.parse(file.toString())).toMatchObject({ success: false, error: { code: 'INTERNO' } })
})
