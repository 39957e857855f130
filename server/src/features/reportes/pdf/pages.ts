import { sinDatos } from '@flota/contract/periodos.ts'
import type { Pen } from '../../../platform/pdf/canvas.ts'
import { ink } from '../../../platform/pdf/colors.ts'
import { partsOf } from '../../../platform/pdf/parts.ts'
import type { Reporte } from '../reporte.ts'
import { drawCards } from './cards.ts'
import { drawChart } from './chart.ts'
import { drawFooter, drawHeading, drawRunningHead, runningHeight } from './heading.ts'
import { reportPage, sheets } from './pageLayout.ts'
import { drawTable, roomFrom } from './table.ts'

/** Draws the report; yields after each page. */
export function* drawPages(pen: Pen, reporte: Reporte): Generator<void> {
  const { rows, totales } = reporte
  const sheet = sheets[reporte.papel]
  pen.addPage()
  const cardsEnd = drawCards(pen, drawHeading(pen, reporte), totales)
  if (rows.length === 0) {
    drawNothing(pen, cardsEnd + 8)
    drawFooter(pen, reporte, 1, 1)
    yield
    return
  }
  let top = drawTitle(pen, drawChart(pen, cardsEnd + 10, reporte) + 9)
  const parts = partsOf(rows.length, roomFrom(top, sheet), roomFrom(runningHeight, sheet))
  for (const [index, [from, to]] of parts.entries()) {
    if (index > 0) {
      pen.addPage()
      top = drawRunningHead(pen, reporte)
    }
    drawTable(pen, top, rows.slice(from, to), to === rows.length ? totales : undefined)
    drawFooter(pen, reporte, index + 1, parts.length)
    yield
  }
}

function drawTitle(pen: Pen, y: number): number {
  pen.tag('H2', () => {
    pen.text(reportPage.left, y, 'Detalle por periodo', { size: 11.5, bold: true, color: ink.navy })
  })
  return y + 4
}

function drawNothing(pen: Pen, y: number): void {
  pen.rect(reportPage.left, y, reportPage.width, 22, ink.sunken, 1.5)
  const style = { size: 10.5, color: ink.muted }
  const left = reportPage.left + (reportPage.width - pen.widthOf(sinDatos, style)) / 2
  pen.tag('P', () => pen.text(left, y + 12.3, sinDatos, style))
}
