import { buffer } from 'node:stream/consumers'
import { formatFecha, formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import { sumTotales } from '@flota/contract/reports/periodos.ts'
import type { ReporteRow } from '@flota/contract/reports/reportes.ts'
import { describe, expect, test } from 'vitest'
import { colors } from '../../platform/pdf/colors.ts'
import { type Page, readPages, readPdf, readWidths } from '../../test/readPdf.ts'
import { buildReporte, buildReporteDays, buildReporteRow } from '../../test/reportes.ts'
import { estadoColor } from './pdf/pageFrame.ts'
import { reportePdf } from './pdf/reportePdf.ts'
import type { Reporte } from './reporte.ts'

const bytesOf = (reporte: Reporte) => buffer(reportePdf(reporte))
const open = async (reporte: Reporte) => readPdf(await bytesOf(reporte))
const pagesOf = async (reporte: Reporte) => readPages(await bytesOf(reporte))

const heads = ['Periodo', 'Total', 'Pendientes', 'En Curso', 'Entregadas', 'Incidentes', 'Ingresos con IVA']
const figuresOf = (row: Omit<ReporteRow, 'periodo'>) => [
  formatInteger(row.total_rutas),
  formatInteger(row.rutas_pendientes),
  formatInteger(row.rutas_en_curso),
  formatInteger(row.rutas_entregadas),
  formatInteger(row.rutas_incidentes),
  formatQuetzales(row.ingresos_totales),
]
const tableOf = ({ lines }: Page) => {
  const head = lines.findIndex((line) => line.join() === heads.join())
  return head === -1 ? [] : lines.slice(head + 1, -1)
}

/** Returns text outside the margins or overlapping other text. */
const misplaced = ({ pieces }: Page) =>
  pieces.filter(({ left, right, y }, index) => {
    const next = pieces.slice(index + 1).find((other) => Math.abs(other.y - y) < 2)
    // Only the footer is below the last row.
    const inside = left > 17.9 && right < 192.1 && y > 14 && (y < 278 || Math.round(y) === 287)
    return !inside || (next !== undefined && next.left < right)
  })

describe('table', () => {
  // The first page fits 15 rows beside the chart, each later page 43; the totals take one more.
  test.each([1, 7, 8, 14, 15, 16, 57, 58, 59, 5000])('table: %i periods once, in order', async (count) => {
    const rows = buildReporteDays(count)
    const pages = await pagesOf(buildReporte(rows))
    const table = pages.map(tableOf)
    expect(table.flat()).toEqual([
      ...rows.map((row) => [formatFecha(row.periodo), ...figuresOf(row)]),
      ['Totales', ...figuresOf(sumTotales(rows))],
    ])
    // Neither a header nor the totals are alone on a page.
    for (const lines of table.slice(0, -1)) expect(lines.length).toBeGreaterThanOrEqual(1)
    expect(table.at(-1)?.length).toBeGreaterThanOrEqual(2)
    expect(pages.map(({ lines }) => lines.at(-1))).toEqual(
      pages.map((_, index) => ['Transportes Izote, S.A.', `Página ${index + 1} de ${pages.length}`]),
    )
    expect(pages.flatMap(misplaced)).toEqual([])
  })

  test('table: a year of months fits one page', async () => {
    const rows = Array.from({ length: 12 }, (_, index) =>
      buildReporteRow(`2026-${String(12 - index).padStart(2, '0')}`),
    )
    const pages = await pagesOf(buildReporte(rows, { tipo: 'mes' }))
    expect(pages).toHaveLength(1)
    expect(tableOf(pages[0]!).map(([first]) => first)).toEqual([
      'Diciembre 2026',
      'Noviembre 2026',
      'Octubre 2026',
      'Septiembre 2026',
      'Agosto 2026',
      'Julio 2026',
      'Junio 2026',
      'Mayo 2026',
      'Abril 2026',
      'Marzo 2026',
      'Febrero 2026',
      'Enero 2026',
      'Totales',
    ])
  })
})

describe('first page', () => {
  const linesOf = async (reporte: Reporte) => (await pagesOf(reporte))[0]!.lines

  test('first page: names company, report and time', async () => {
    const range = { desde: '2024-01-01', hasta: '2026-12-31' }
    const lines = await linesOf(buildReporte([buildReporteRow('2026')], { tipo: 'anio', ...range }))
    expect(lines.slice(0, 3)).toEqual([
      ['Transportes Izote, S.A.'],
      ['Reporte de rutas por año'],
      ['Del 01/01/2024 al 31/12/2026', 'Impreso el 20/11/2026 08:30'],
    ])
    expect((await linesOf(buildReporte(buildReporteDays(1))))[1]).toEqual(['Reporte de rutas por día'])
    expect((await linesOf(buildReporte([buildReporteRow('2026-11')], { tipo: 'mes' }))).slice(1, 3)).toEqual([
      ['Reporte de rutas por mes'],
      ['Todas las fechas', 'Impreso el 20/11/2026 08:30'],
    ])
  })

  test('first page: has six cards with the share of each state', async () => {
    const lines = await linesOf(
      buildReporte([buildReporteRow('2026-11-20', 8), buildReporteRow('2026-11-19', 7)]),
    )
    expect(lines.slice(3, 7)).toEqual([
      ['Total de Rutas', 'Rutas Pendientes', 'Rutas En Curso'],
      ['2,015', '15', '0.7% del total', '400', '19.9% del total'],
      ['Rutas Entregadas', 'Rutas con Incidentes', 'Ingresos Totales', 'con IVA'],
      ['600', '29.8% del total', '1,000', '49.6% del total', 'Q2,469.15'],
    ])
  })

  test('first page: charts the seven newest periods with amount, share and trips', async () => {
    const rows = buildReporteDays(8).map((row) => ({ ...row, ingresos_totales: 100 }))
    const lines = await linesOf(buildReporte(rows))
    expect(lines).toContainEqual(['Los 7 periodos más recientes'])
    const bars = lines.filter((line) => line.length === 4 && line[2] === '12.5%')
    expect(bars).toEqual(
      rows
        .slice(0, 7)
        .map((row) => [formatFecha(row.periodo), 'Q100.00', '12.5%', formatInteger(row.total_rutas)]),
    )
    expect((await linesOf(buildReporte(rows.slice(1)))).flat().join()).not.toContain('más recientes')
  })

  test('first page: valid without data', async () => {
    const document = await open(buildReporte([]))
    expect(document.numPages).toBe(1)
    const lines = await linesOf(buildReporte([]))
    expect(lines.slice(3)).toEqual([
      ['Total de Rutas', 'Rutas Pendientes', 'Rutas En Curso'],
      ['0', '0', '0.0% del total', '0', '0.0% del total'],
      ['Rutas Entregadas', 'Rutas con Incidentes', 'Ingresos Totales', 'con IVA'],
      ['0', '0.0% del total', '0', '0.0% del total', 'Q0.00'],
      ['No hay datos para mostrar con los filtros seleccionados'],
      ['Transportes Izote, S.A.', 'Página 1 de 1'],
    ])
  })

  test('chart: bars are proportional to income and always visible', async () => {
    const rows = [800, 400, 0].map((income, index) => buildReporteRow(`2026-11-1${index}`, 0, income))
    const bytes = await bytesOf(buildReporte(rows))
    const [longest, half, least, ...others] = await readWidths(bytes, colors.bar)
    expect(others).toEqual([])
    expect(half! / longest!).toBeCloseTo(0.5)
    expect(least! / longest!).toBeCloseTo(0.02)
  })

  test('chart: stacks trips by state', async () => {
    const { periodo, ingresos_totales } = buildReporteRow('2026-11-20')
    const none = { rutas_pendientes: 0, rutas_en_curso: 0, rutas_entregadas: 0, rutas_incidentes: 0 }
    const four = { ...none, total_rutas: 4, rutas_entregadas: 3, rutas_incidentes: 1 }
    const two = { ...none, total_rutas: 2, rutas_entregadas: 2 }
    const rows = [four, two].map((counts) => ({ periodo, ingresos_totales, ...counts }))
    const bytes = await bytesOf(buildReporte(rows))
    // Skips the card's edge and the legend; the white gap belongs to its piece.
    const delivered = (await readWidths(bytes, estadoColor.Entregado)).slice(2).map((width) => width + 0.3)
    const incidents = (await readWidths(bytes, estadoColor.Incidente)).slice(2).map((width) => width + 0.3)
    expect(delivered[0]! / incidents[0]!).toBeCloseTo(3)
    expect(delivered[0]! / delivered[1]!).toBeCloseTo(1.5)
    expect(incidents).toHaveLength(1)
    expect((await readWidths(bytes, estadoColor['En curso'])).slice(2)).toEqual([])
  })
})

describe('long texts', () => {
  const vast: ReporteRow = {
    periodo: '2026-11-20',
    total_rutas: 4_000_000,
    rutas_pendientes: 1_000_000,
    rutas_en_curso: 1_000_000,
    rutas_entregadas: 1_000_000,
    rutas_incidentes: 1_000_000,
    ingresos_totales: 999_999_999_999.99,
  }
  const words =
    'Transportes Pesados y Logística Internacional Hermanos Güicho Ñáñez de Guatemala y Centroamérica S.A.'

  const names = [words, 'W'.repeat(100), `${'Ñ'.repeat(40)} ${'M'.repeat(59)}`]
  test.each(names)('company name %s', async (empresa) => {
    const rows = buildReporteDays(60).map(({ periodo }) => ({ ...vast, periodo }))
    const pages = await pagesOf(buildReporte(rows, { empresa, totales: vast }))
    expect(pages.flatMap(misplaced)).toEqual([])
    expect(tableOf(pages.at(-1)!).at(-1)).toEqual(['Totales', ...figuresOf(vast)])
    expect(pages[0]!.lines.flat()).toContain('Q999,999,999,999.99')
  })

  test('company name: 100 characters take two lines', async () => {
    const [page] = await pagesOf(buildReporte(buildReporteDays(1), { empresa: words }))
    expect(page!.lines.slice(0, 2).flat().join(' ')).toBe(words)
    expect(page!.lines.at(-1)![0]).toBe(words)
  })
})

describe("characters outside the PDF's standard fonts", () => {
  test.each([
    ['Transportes Łódź Привет Αθήνα Việt', 'Transportes Łódź Привет Αθήνα Việt'],
    ['Ñandú «Éxito» & Cía. – 100% <áéíóúü>', 'Ñandú «Éxito» & Cía. – 100% <áéíóúü>'],
    ['Tz\u02BCutujil Ẍela\u0301 Q\uA78Ceqchi\uA78C', 'Tz\u02BCutujil Ẍelá Q\uA78Ceqchi\uA78C'],
    ['a\u200Bb\uFEFF\u00ADc', 'abc'],
    ['Uno\n\tDos\u00a0Tres', 'Uno Dos Tres'],
  ])('company name %s', async (empresa, drawn) => {
    const [page] = await pagesOf(buildReporte(buildReporteDays(1), { empresa }))
    expect(page!.lines[0]).toEqual([drawn])
    expect(page!.lines.at(-1)).toEqual([drawn, 'Página 1 de 1'])
  })

  test.each([
    ['运输公司', 4],
    ['Fletes 🚚', 1],
    ['👩‍👩‍👧', 3],
  ])('company name %s: unknown characters are drawn as boxes', async (empresa, boxes) => {
    const plain = empresa.replaceAll(/[^ -~]/gu, '')
    const widthOf = async (name: string) => {
      const [page] = await pagesOf(buildReporte(buildReporteDays(1), { empresa: name }))
      const [first] = page!.pieces.filter(({ y }) => y < 25)
      return first ? first.right - first.left : 0
    }
    // Millimetres at 13 points: a box is about as wide as a letter.
    const each = ((await widthOf(empresa)) - (plain ? await widthOf(plain) : 0)) / boxes
    expect(each).toBeGreaterThan(2)
    expect(each).toBeLessThan(6)
  })
})

describe('document', () => {
  test('document: A4 with title, company and language', async () => {
    const empresa = 'Transportes 🚚 Łódź & <Cía>'
    const document = await open(buildReporte(buildReporteDays(60), { empresa, hasta: '2026-11-30' }))
    const { info } = await document.getMetadata()
    expect(info).toMatchObject({
      Title: 'Reporte de rutas por día · Hasta el 30/11/2026',
      Author: empresa,
      Language: 'es-GT',
    })
    for (const number of [1, 2]) {
      const { view } = await document.getPage(number)
      // 210 mm × 297 mm in points.
      expect(view.map(Math.round)).toEqual([0, 0, 595, 842])
    }
  })

  test('document: tags headings, figures and cells', async () => {
    const document = await open(buildReporte(buildReporteDays(1)))
    const tree = JSON.stringify(await (await document.getPage(1)).getStructTree())
    for (const role of ['Document', 'H1', 'Figure', 'Table', 'TR', 'TH', 'TD'])
      expect(tree).toContain(`"role":"${role}"`)
    expect(tree).toContain('20/11/2026: Q1,234.50 (100.0%), rutas: 1,000')
  })
})
