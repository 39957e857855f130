import type { PaperSize } from '@flota/contract/records/codigos.ts'
import type { RutaEstado } from '@flota/contract/records/estados.ts'
import { reporteTitle, scopeText } from '@flota/contract/reports/periodos.ts'
import type { PdfCanvas, TextStyle } from '../../../platform/pdf/canvas.ts'
import { colors } from '../../../platform/pdf/colors.ts'
import type { TablePage } from '../../../platform/pdf/table.ts'
import type { Reporte } from '../reporte.ts'

/** Text area in millimetres from A4's left edge. */
export const reportPage = { left: 18, right: 192, width: 174 } as const

/** Millimetres; `shift` centres the text area. */
export const sheets = {
  a4: { size: 'A4', width: 210, shift: 0 },
  carta: { size: 'LETTER', width: 215.9, shift: 2.95 },
} as const satisfies Record<PaperSize, object>

export const tablePages: Readonly<Record<PaperSize, TablePage>> = {
  a4: { ...reportPage, bottom: 278, footer: 287 },
  carta: { ...reportPage, bottom: 260.4, footer: 269.4 },
}

/** The screen's hues, each darker than the previous one, so that they differ in black and white too. */
export const estadoColor: Record<RutaEstado, string> = {
  Pendiente: '#f4ca45',
  'En curso': '#78a8f2',
  Entregado: '#2a8a4f',
  Incidente: '#84150f',
}

const nameStyle: TextStyle = { size: 13, bold: true, color: colors.navy }
/** Leaves room for the text at the right end of the line. */
const scopeWidth = reportPage.width - 60

/** Draws letterhead and title. Returns the y coordinate below them. */
export function drawHeading(canvas: PdfCanvas, reporte: Reporte): number {
  const { empresa, tipo, impreso } = reporte
  const nameLeft = reportPage.left + canvas.logo(reportPage.left, 14, 14)
  const width = reportPage.right - nameLeft
  const lines = canvas.linesOf(empresa.nombre, width, 2, nameStyle)
  canvas.tag('P', () => {
    for (const [index, line] of lines.entries())
      canvas.text(nameLeft, (lines.length === 1 ? 22.2 : 19.6) + index * 5.4, line, {
        ...nameStyle,
        max: width,
      })
  })
  canvas.rule(reportPage.left, 31, reportPage.width, colors.navy, 0.8)
  const title: TextStyle = { size: 19, bold: true, color: colors.navy }
  canvas.tag('H1', () => canvas.text(reportPage.left, 42.5, reporteTitle(tipo), title))
  const muted: TextStyle = { color: colors.muted, align: 'right' }
  canvas.tag('P', () => canvas.text(reportPage.left, 49.5, scopeText(reporte), { size: 11, max: scopeWidth }))
  canvas.tag('P', () => canvas.text(reportPage.right, 49.5, `Impreso el ${impreso}`, muted))
  return 55
}

/** End of the header on all pages but the first, in mm. */
export const runningHeight = 20

export function drawRunningHead(canvas: PdfCanvas, reporte: Reporte): void {
  const style: TextStyle = { size: 8.5, color: colors.muted }
  canvas.text(reportPage.left, 17, reporteTitle(reporte.tipo), { ...style, bold: true, color: colors.navy })
  canvas.text(reportPage.right, 17, scopeText(reporte), { ...style, align: 'right', max: scopeWidth })
}
