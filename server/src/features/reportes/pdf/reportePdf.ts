import { Readable } from 'node:stream'
import { noDataText, reporteTitle, scopeText } from '@flota/contract/reports/periodos.ts'
import { PdfCanvas } from '../../../platform/pdf/canvas.ts'
import { colors } from '../../../platform/pdf/colors.ts'
import { pageBytes, splitIntoPages } from '../../../platform/pdf/pages.ts'
import type { Reporte } from '../reporte.ts'
import { drawCards } from './cards.ts'
import { drawChart } from './chart.ts'
import { drawFooter, drawHeading, drawRunningHead, reportPage, runningHeight, sheets } from './pageFrame.ts'
import { drawTable, rowsThatFit } from './table.ts'

/** Larger reports are not tagged: tagged cells make the file ten times as large. */
const maxTaggedPeriods = 400

export function reportePdf(reporte: Reporte): Readable {
  const { empresa: autor, tipo, rows, papel } = reporte
  const titulo = `${reporteTitle(tipo)} · ${scopeText(reporte)}`
  const canvas = new PdfCanvas({
    titulo,
    autor,
    page: sheets[papel],
    tagged: rows.length <= maxTaggedPeriods,
  })
  return Readable.from(pageBytes(canvas, drawPages(canvas, reporte)), { objectMode: false })
}

function* drawPages(canvas: PdfCanvas, reporte: Reporte): Generator<void> {
  const { rows, totales } = reporte
  const sheet = sheets[reporte.papel]
  canvas.addPage()
  const cardsEnd = drawCards(canvas, drawHeading(canvas, reporte), totales)
  if (rows.length === 0) {
    drawEmptyMessage(canvas, cardsEnd + 8)
    drawFooter(canvas, reporte, 1, 1)
    yield
    return
  }
  let top = drawTitle(canvas, drawChart(canvas, cardsEnd + 10, reporte) + 9)
  const parts = splitIntoPages(rows.length, rowsThatFit(top, sheet), rowsThatFit(runningHeight, sheet))
  for (const [index, [from, to]] of parts.entries()) {
    if (index > 0) {
      canvas.addPage()
      top = drawRunningHead(canvas, reporte)
    }
    drawTable(canvas, top, rows.slice(from, to), to === rows.length ? totales : undefined)
    drawFooter(canvas, reporte, index + 1, parts.length)
    yield
  }
}

function drawTitle(canvas: PdfCanvas, y: number): number {
  canvas.tag('H2', () => {
    canvas.text(reportPage.left, y, 'Detalle por periodo', { size: 11.5, bold: true, color: colors.navy })
  })
  return y + 4
}

function drawEmptyMessage(canvas: PdfCanvas, y: number): void {
  canvas.rect(reportPage.left, y, reportPage.width, 22, colors.sunken, 1.5)
  const style = { size: 10.5, color: colors.muted }
  const left = reportPage.left + (reportPage.width - canvas.widthOf(noDataText, style)) / 2
  canvas.tag('P', () => canvas.text(left, y + 12.3, noDataText, style))
}
