import { Readable } from 'node:stream'
import {
  formatFigure,
  noDataText,
  periodoText,
  reporteFigures,
  reporteTitle,
  scopeText,
} from '@flota/contract/reports/periodos.ts'
import type { ReporteRow } from '@flota/contract/reports/reportes.ts'
import { PdfCanvas } from '../../../platform/pdf/canvas.ts'
import { colors } from '../../../platform/pdf/colors.ts'
import { pageBytes } from '../../../platform/pdf/pages.ts'
import { drawFooter, drawTablePages, type TableColumn } from '../../../platform/pdf/table.ts'
import type { Reporte } from '../reporte.ts'
import { drawCards } from './cards.ts'
import { drawChart } from './chart.ts'
import { drawHeading, drawRunningHead, reportPage, runningHeight, sheets, tablePages } from './pageFrame.ts'

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
  const { empresa, papel, rows, totales } = reporte
  const page = tablePages[papel]
  canvas.addPage()
  const cardsEnd = drawCards(canvas, drawHeading(canvas, reporte), reporte)
  if (rows.length === 0) {
    drawEmptyMessage(canvas, cardsEnd + 8)
    drawFooter(canvas, page, empresa.nombre, 'Página 1 de 1')
    yield
    return
  }
  yield* drawTablePages(canvas, page, {
    columns: columnsFor(reporte),
    rows,
    totals: ['Totales', ...reporteFigures.map((figure) => formatFigure(figure, totales))],
    top: drawTitle(canvas, drawChart(canvas, cardsEnd + 10, reporte) + 9),
    laterTop: runningHeight,
    drawLaterHead: () => drawRunningHead(canvas, reporte),
    empresa: empresa.nombre,
  })
}

const periodoWidth = 34
const moneyWidth = 38
const countFigures = reporteFigures.filter(({ kind }) => kind === 'count').length
/** Counts share the width that periods and amounts leave. */
const countWidth =
  (reportPage.width - periodoWidth - (reporteFigures.length - countFigures) * moneyWidth) / countFigures

const columnsFor = ({ iva }: Reporte): readonly TableColumn<ReporteRow>[] => [
  { title: 'Periodo', width: periodoWidth, of: ({ periodo }) => periodoText(periodo), isRowHeading: true },
  ...reporteFigures.map((figure) => ({
    title: figure.kind === 'money' ? `${figure.shortTitle} ${iva}` : figure.shortTitle,
    width: figure.kind === 'money' ? moneyWidth : countWidth,
    of: (row: ReporteRow) => formatFigure(figure, row),
    align: 'right' as const,
  })),
]

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
