import { cifras, cifraTexto, periodoTexto, type Totales } from '@flota/contract/periodos.ts'
import type { ReporteRow } from '@flota/contract/reportes.ts'
import type { Pen, TextStyle } from '../../../platform/pdf/canvas.ts'
import { ink } from '../../../platform/pdf/colors.ts'
import { reportPage } from './pageLayout.ts'

const periodoWidth = 34
const moneyWidth = 38
/** Counts share what periods and amounts leave. */
const countWidth = (() => {
  const counts = cifras.filter(({ kind }) => kind === 'count').length
  return (reportPage.width - periodoWidth - (cifras.length - counts) * moneyWidth) / counts
})()
const widths = cifras.map(({ kind }) => (kind === 'money' ? moneyWidth : countWidth))
const figuresOf = (of: Totales) => cifras.map((cifra) => cifraTexto(cifra, of))

const headHeight = 7
const rowHeight = 5.8
const padding = 2
const bold: TextStyle = { size: 8.5, bold: true, color: ink.navy }

/** So many rows stand on a page whose table begins at `top`. */
export const roomFrom = (top: number, { bottom }: { bottom: number }) =>
  Math.floor((bottom - top - headHeight) / rowHeight)

export function drawTable(pen: Pen, top: number, rows: ReporteRow[], totales: Totales | undefined): void {
  pen.group('Table', () => drawLines(pen, top, rows, totales))
}

function drawLines(pen: Pen, top: number, rows: ReporteRow[], totales: Totales | undefined): void {
  pen.rect(reportPage.left, top, reportPage.width, headHeight, ink.sunken)
  pen.rule(reportPage.left, top + headHeight, reportPage.width, ink.navy, 0.8)
  const heads = cifras.map(({ breve }) => breve)
  drawLine(pen, top + 4.7, 'Periodo', heads, bold, 'Column')
  let y = top + headHeight
  for (const row of rows) {
    drawLine(pen, y + 4, periodoTexto(row.periodo), figuresOf(row), { size: 8.5 })
    y += rowHeight
    pen.rule(reportPage.left, y, reportPage.width, ink.line, 0.4)
  }
  if (!totales) return
  pen.rect(reportPage.left, y, reportPage.width, rowHeight, ink.sunken)
  pen.rule(reportPage.left, y, reportPage.width, ink.navy, 0.8)
  drawLine(pen, y + 4, 'Totales', figuresOf(totales), bold)
}

function drawLine(
  pen: Pen,
  baseline: number,
  first: string,
  figures: string[],
  style: TextStyle,
  scope?: 'Column',
): void {
  pen.group('TR', () => {
    pen.tag(
      'TH',
      () => pen.text(reportPage.left + padding, baseline, first, { ...style, max: periodoWidth }),
      {
        scope: scope ?? 'Row',
      },
    )
    let right = reportPage.left + periodoWidth
    for (const [index, width] of widths.entries()) {
      right += width
      const figure = () =>
        pen.text(right - padding, baseline, figures[index] ?? '', {
          ...style,
          align: 'right',
          max: width - 1,
        })
      if (scope) pen.tag('TH', figure, { scope })
      else pen.tag('TD', figure)
    }
  })
}
