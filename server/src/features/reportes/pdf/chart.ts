import { formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import {
  barWidthPercent,
  countFigures,
  formatPercent,
  maxBars,
  periodoText,
} from '@flota/contract/reports/periodos.ts'
import type { ReporteRow } from '@flota/contract/reports/reportes.ts'
import type { PdfCanvas, TextStyle } from '../../../platform/pdf/canvas.ts'
import { colors } from '../../../platform/pdf/colors.ts'
import type { Reporte } from '../reporte.ts'
import { estadoColor, reportPage } from './pageFrame.ts'

const line = 6.6
const bar = 3.6
/** x coordinates and bar lengths in mm; amounts and counts end at `right`. */
const income = {
  left: reportPage.left + 28,
  width: 44,
  right: reportPage.left + 106,
  share: reportPage.left + 119,
}
const trips = { left: reportPage.left + 126, width: 34, right: reportPage.right }

const small: TextStyle = { size: 8, color: colors.muted }

/** Draws income, its share and the trips by state of the newest periods. Returns the y coordinate below. */
export function drawChart(canvas: PdfCanvas, top: number, { rows, totales, iva }: Reporte): number {
  const newest = rows.slice(0, maxBars)
  const totalIncome = totales.ingresos_totales
  canvas.tag('H2', () => {
    canvas.text(reportPage.left, top, 'Ingresos y rutas por periodo', {
      size: 11.5,
      bold: true,
      color: colors.navy,
    })
  })
  drawLegend(canvas, top)
  const capped = rows.length > maxBars
  if (capped)
    canvas.tag('P', () =>
      canvas.text(reportPage.left, top + 5, `Los ${maxBars} periodos más recientes`, small),
    )
  const begin = top + (capped ? 13 : 10)
  canvas.tag('Figure', () => drawBars(canvas, begin, newest, { totalIncome, iva }), {
    alt: newest.map(altText(totalIncome)).join('; '),
  })
  return begin + newest.length * line
}

const altText = (totalIncome: number) => (row: ReporteRow) =>
  `${periodoText(row.periodo)}: ${formatQuetzales(row.ingresos_totales)} (${formatPercent(row.ingresos_totales, totalIncome)}), ` +
  `rutas: ${formatInteger(row.total_rutas)}`

interface Income extends Pick<Reporte, 'iva'> {
  totalIncome: number
}

function drawBars(canvas: PdfCanvas, begin: number, rows: ReporteRow[], { totalIncome, iva }: Income): void {
  canvas.text(income.left, begin - 2, `Ingresos ${iva}`, small)
  canvas.text(income.share, begin - 2, 'Parte del total', { ...small, align: 'right' })
  canvas.text(trips.left, begin - 2, 'Rutas', small)
  const maxIncome = Math.max(...rows.map((row) => row.ingresos_totales))
  const maxTrips = Math.max(...rows.map((row) => row.total_rutas))
  for (const [index, row] of rows.entries()) {
    const y = begin + index * line + 1.5
    const baseline = y + bar - 0.8
    canvas.text(reportPage.left, baseline, periodoText(row.periodo), { size: 8.5, max: 26 })
    const amount = row.ingresos_totales
    canvas.rect(income.left, y, (barWidthPercent(amount, maxIncome) / 100) * income.width, bar, colors.bar)
    canvas.text(income.right, baseline, formatQuetzales(amount), {
      size: 8.5,
      bold: true,
      align: 'right',
      max: 33,
    })
    canvas.text(income.share, baseline, formatPercent(amount, totalIncome), { ...small, align: 'right' })
    drawStack(canvas, y, row, (barWidthPercent(row.total_rutas, maxTrips) / 100) * trips.width)
    canvas.text(trips.right, baseline, formatInteger(row.total_rutas), { size: 8.5, align: 'right', max: 13 })
  }
}

/** Draws the legend of the state colours, from right to left. */
function drawLegend(canvas: PdfCanvas, y: number): void {
  let right: number = reportPage.right
  for (const { estado, columnTitle } of countFigures.toReversed()) {
    canvas.text(right, y, columnTitle, { ...small, align: 'right' })
    right -= canvas.widthOf(columnTitle, small) + 3.4
    canvas.rect(right, y - 2.1, 2.4, 2.4, estadoColor[estado])
    right -= 4
  }
}

/** Draws one bar piece per state, with white gaps that also separate them in black and white. */
function drawStack(canvas: PdfCanvas, y: number, row: ReporteRow, width: number): void {
  let x: number = trips.left
  for (const { estado, key } of countFigures) {
    const pieceWidth = (row[key] / row.total_rutas) * width
    if (row[key] > 0) canvas.rect(x, y, Math.max(0.3, pieceWidth - 0.3), bar, estadoColor[estado])
    x += pieceWidth
  }
}
