import { formatInteger, formatQuetzales } from '@flota/contract/format.ts'
import {
  barWidthPercent,
  countFigures,
  formatPercent,
  maxBars,
  periodoText,
} from '@flota/contract/periodos.ts'
import type { ReporteRow } from '@flota/contract/reportes.ts'
import type { PdfCanvas, TextStyle } from '../../../platform/pdf/canvas.ts'
import { colors } from '../../../platform/pdf/colors.ts'
import type { Reporte } from '../reporte.ts'
import { estadoColor, reportPage } from './pageLayout.ts'

const line = 6.6
const bar = 3.6
/** Where the parts of a line begin, and how long their bars may be; amounts and counts end at `right`. */
const income = {
  left: reportPage.left + 28,
  width: 44,
  right: reportPage.left + 106,
  share: reportPage.left + 119,
}
const trips = { left: reportPage.left + 126, width: 34, right: reportPage.right }

const small: TextStyle = { size: 8, color: colors.muted }

/** The newest periods: income with its share of all income, and trips stacked by state; gives the y below. */
export function drawChart(canvas: PdfCanvas, top: number, { rows, totales }: Reporte): number {
  const shown = rows.slice(0, maxBars)
  const whole = totales.ingresos_totales
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
  canvas.tag('Figure', () => drawBars(canvas, begin, shown, whole), {
    alt: shown.map(spoken(whole)).join('; '),
  })
  return begin + shown.length * line
}

const spoken = (whole: number) => (row: ReporteRow) =>
  `${periodoText(row.periodo)}: ${formatQuetzales(row.ingresos_totales)} (${formatPercent(row.ingresos_totales, whole)}), ` +
  `rutas: ${formatInteger(row.total_rutas)}`

function drawBars(canvas: PdfCanvas, begin: number, shown: ReporteRow[], whole: number): void {
  canvas.text(income.left, begin - 2, 'Ingresos', small)
  canvas.text(income.share, begin - 2, 'Parte del total', { ...small, align: 'right' })
  canvas.text(trips.left, begin - 2, 'Rutas', small)
  const mostIncome = Math.max(...shown.map((row) => row.ingresos_totales))
  const mostTrips = Math.max(...shown.map((row) => row.total_rutas))
  for (const [index, row] of shown.entries()) {
    const y = begin + index * line + 1.5
    const baseline = y + bar - 0.8
    canvas.text(reportPage.left, baseline, periodoText(row.periodo), { size: 8.5, max: 26 })
    const amount = row.ingresos_totales
    canvas.rect(income.left, y, (barWidthPercent(amount, mostIncome) / 100) * income.width, bar, colors.bar)
    canvas.text(income.right, baseline, formatQuetzales(amount), {
      size: 8.5,
      bold: true,
      align: 'right',
      max: 33,
    })
    canvas.text(income.share, baseline, formatPercent(amount, whole), { ...small, align: 'right' })
    drawStack(canvas, y, row, (barWidthPercent(row.total_rutas, mostTrips) / 100) * trips.width)
    canvas.text(trips.right, baseline, formatInteger(row.total_rutas), { size: 8.5, align: 'right', max: 13 })
  }
}

/** What the colours stand for, from the right. */
function drawLegend(canvas: PdfCanvas, y: number): void {
  let right: number = reportPage.right
  for (const { estado, columna } of countFigures.toReversed()) {
    canvas.text(right, y, columna, { ...small, align: 'right' })
    right -= canvas.widthOf(columna, small) + 3.4
    canvas.rect(right, y - 2.1, 2.4, 2.4, estadoColor[estado])
    right -= 4
  }
}

/** One piece a state, white between them so that they part in black and white too. */
function drawStack(canvas: PdfCanvas, y: number, row: ReporteRow, width: number): void {
  let x: number = trips.left
  for (const { estado, key } of countFigures) {
    const piece = (row[key] / row.total_rutas) * width
    if (row[key] > 0) canvas.rect(x, y, Math.max(0.3, piece - 0.3), bar, estadoColor[estado])
    x += piece
  }
}
