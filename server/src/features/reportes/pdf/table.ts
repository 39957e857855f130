import { formatFigure, periodoText, reporteFigures, type Totales } from '@flota/contract/reports/periodos.ts'
import type { ReporteRow } from '@flota/contract/reports/reportes.ts'
import type { PdfCanvas, TextStyle } from '../../../platform/pdf/canvas.ts'
import { colors } from '../../../platform/pdf/colors.ts'
import { reportPage } from './pageFrame.ts'

const periodoWidth = 34
const moneyWidth = 38
/** Counts share the width that periods and amounts leave. */
const countWidth = (() => {
  const counts = reporteFigures.filter(({ kind }) => kind === 'count').length
  return (reportPage.width - periodoWidth - (reporteFigures.length - counts) * moneyWidth) / counts
})()
const widths = reporteFigures.map(({ kind }) => (kind === 'money' ? moneyWidth : countWidth))
const figuresOf = (totales: Totales) => reporteFigures.map((figure) => formatFigure(figure, totales))

const headHeight = 7
const rowHeight = 5.8
const padding = 2
const bold: TextStyle = { size: 8.5, bold: true, color: colors.navy }

/** Returns the number of rows on a page whose table begins at `top`. */
export const rowsThatFit = (top: number, { bottom }: { bottom: number }) =>
  Math.floor((bottom - top - headHeight) / rowHeight)

export function drawTable(
  canvas: PdfCanvas,
  top: number,
  rows: ReporteRow[],
  totales: Totales | undefined,
): void {
  canvas.group('Table', () => drawLines(canvas, top, rows, totales))
}

function drawLines(canvas: PdfCanvas, top: number, rows: ReporteRow[], totales: Totales | undefined): void {
  canvas.rect(reportPage.left, top, reportPage.width, headHeight, colors.sunken)
  canvas.rule(reportPage.left, top + headHeight, reportPage.width, colors.navy, 0.8)
  const heads = reporteFigures.map(({ shortTitle }) => shortTitle)
  drawLine(canvas, top + 4.7, 'Periodo', heads, bold, 'Column')
  let y = top + headHeight
  for (const row of rows) {
    drawLine(canvas, y + 4, periodoText(row.periodo), figuresOf(row), { size: 8.5 })
    y += rowHeight
    canvas.rule(reportPage.left, y, reportPage.width, colors.line, 0.4)
  }
  if (!totales) return
  canvas.rect(reportPage.left, y, reportPage.width, rowHeight, colors.sunken)
  canvas.rule(reportPage.left, y, reportPage.width, colors.navy, 0.8)
  drawLine(canvas, y + 4, 'Totales', figuresOf(totales), bold)
}

function drawLine(
  canvas: PdfCanvas,
  baseline: number,
  first: string,
  figures: string[],
  style: TextStyle,
  scope?: 'Column',
): void {
  canvas.group('TR', () => {
    canvas.tag(
      'TH',
      () => canvas.text(reportPage.left + padding, baseline, first, { ...style, max: periodoWidth }),
      {
        scope: scope ?? 'Row',
      },
    )
    let right = reportPage.left + periodoWidth
    for (const [index, width] of widths.entries()) {
      right += width
      const figure = () =>
        canvas.text(right - padding, baseline, figures[index] ?? '', {
          ...style,
          align: 'right',
          max: width - 1,
        })
      if (scope) canvas.tag('TH', figure, { scope })
      else canvas.tag('TD', figure)
    }
  })
}
