import { entero, quetzales } from '@flota/contract/format.ts'
import { barCap, barWidth, cuentas, periodoTexto, porcentaje } from '@flota/contract/periodos.ts'
import type { ReporteRow } from '@flota/contract/reportes.ts'
import type { Pen, TextStyle } from '../../../platform/pdf/canvas.ts'
import { ink } from '../../../platform/pdf/colors.ts'
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

const small: TextStyle = { size: 8, color: ink.muted }

/** The newest periods: income with its share of all income, and trips stacked by state; gives the y below. */
export function drawChart(pen: Pen, top: number, { rows, totales }: Reporte): number {
  const shown = rows.slice(0, barCap)
  const whole = totales.ingresos_totales
  pen.tag('H2', () => {
    pen.text(reportPage.left, top, 'Ingresos y rutas por periodo', {
      size: 11.5,
      bold: true,
      color: ink.navy,
    })
  })
  drawLegend(pen, top)
  const capped = rows.length > barCap
  if (capped)
    pen.tag('P', () => pen.text(reportPage.left, top + 5, `Los ${barCap} periodos más recientes`, small))
  const begin = top + (capped ? 13 : 10)
  pen.tag('Figure', () => drawBars(pen, begin, shown, whole), { alt: shown.map(spoken(whole)).join('; ') })
  return begin + shown.length * line
}

const spoken = (whole: number) => (row: ReporteRow) =>
  `${periodoTexto(row.periodo)}: ${quetzales(row.ingresos_totales)} (${porcentaje(row.ingresos_totales, whole)}), ` +
  `rutas: ${entero(row.total_rutas)}`

function drawBars(pen: Pen, begin: number, shown: ReporteRow[], whole: number): void {
  pen.text(income.left, begin - 2, 'Ingresos', small)
  pen.text(income.share, begin - 2, 'Parte del total', { ...small, align: 'right' })
  pen.text(trips.left, begin - 2, 'Rutas', small)
  const mostIncome = Math.max(...shown.map((row) => row.ingresos_totales))
  const mostTrips = Math.max(...shown.map((row) => row.total_rutas))
  for (const [index, row] of shown.entries()) {
    const y = begin + index * line + 1.5
    const baseline = y + bar - 0.8
    pen.text(reportPage.left, baseline, periodoTexto(row.periodo), { size: 8.5, max: 26 })
    const amount = row.ingresos_totales
    pen.rect(income.left, y, (barWidth(amount, mostIncome) / 100) * income.width, bar, ink.bar)
    pen.text(income.right, baseline, quetzales(amount), { size: 8.5, bold: true, align: 'right', max: 33 })
    pen.text(income.share, baseline, porcentaje(amount, whole), { ...small, align: 'right' })
    drawStack(pen, y, row, (barWidth(row.total_rutas, mostTrips) / 100) * trips.width)
    pen.text(trips.right, baseline, entero(row.total_rutas), { size: 8.5, align: 'right', max: 13 })
  }
}

/** What the colours stand for, from the right. */
function drawLegend(pen: Pen, y: number): void {
  let right: number = reportPage.right
  for (const { estado, columna } of cuentas.toReversed()) {
    pen.text(right, y, columna, { ...small, align: 'right' })
    right -= pen.widthOf(columna, small) + 3.4
    pen.rect(right, y - 2.1, 2.4, 2.4, estadoColor[estado])
    right -= 4
  }
}

/** One piece a state, white between them so that they part in black and white too. */
function drawStack(pen: Pen, y: number, row: ReporteRow, width: number): void {
  let x: number = trips.left
  for (const { estado, key } of cuentas) {
    const piece = (row[key] / row.total_rutas) * width
    if (row[key] > 0) pen.rect(x, y, Math.max(0.3, piece - 0.3), bar, estadoColor[estado])
    x += piece
  }
}
