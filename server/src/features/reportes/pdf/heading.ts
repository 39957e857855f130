import { alcanceTexto, reporteTitulo } from '@flota/contract/periodos.ts'
import type { Pen, TextStyle } from '../../../platform/pdf/canvas.ts'
import { ink } from '../../../platform/pdf/colors.ts'
import type { Reporte } from '../reporte.ts'
import { reportPage, sheets } from './pageLayout.ts'

const nameStyle: TextStyle = { size: 13, bold: true, color: ink.navy }
const nameLeft = reportPage.left + 15
/** Days and client leave room for what stands at the other end of their line. */
const scopeWidth = reportPage.width - 60

/** The letterhead and what the report is; gives the y below it. */
export function drawHeading(pen: Pen, reporte: Reporte): number {
  const { empresa, tipo, impreso } = reporte
  pen.mark(reportPage.left, 15, 11)
  const width = reportPage.right - nameLeft
  const lines = pen.linesOf(empresa, width, 2, nameStyle)
  pen.tag('P', () => {
    for (const [index, line] of lines.entries())
      pen.text(nameLeft, (lines.length === 1 ? 22.2 : 19.6) + index * 5.4, line, { ...nameStyle, max: width })
  })
  pen.rule(reportPage.left, 31, reportPage.width, ink.navy, 0.8)
  const title: TextStyle = { size: 19, bold: true, color: ink.navy }
  pen.tag('H1', () => pen.text(reportPage.left, 42.5, reporteTitulo(tipo), title))
  const muted: TextStyle = { color: ink.muted, align: 'right' }
  pen.tag('P', () => pen.text(reportPage.left, 49.5, alcanceTexto(reporte), { size: 11, max: scopeWidth }))
  pen.tag('P', () => pen.text(reportPage.right, 49.5, `Impreso el ${impreso}`, muted))
  return 55
}

/** Where the head of every page but the first ends. */
export const runningHeight = 20

export function drawRunningHead(pen: Pen, reporte: Reporte): number {
  const style: TextStyle = { size: 8.5, color: ink.muted }
  pen.text(reportPage.left, 17, reporteTitulo(reporte.tipo), { ...style, bold: true, color: ink.navy })
  pen.text(reportPage.right, 17, alcanceTexto(reporte), { ...style, align: 'right', max: scopeWidth })
  return runningHeight
}

export function drawFooter(pen: Pen, { empresa, papel }: Reporte, number: number, count: number): void {
  const { footer } = sheets[papel]
  const style: TextStyle = { size: 8, color: ink.muted }
  pen.rule(reportPage.left, footer - 5, reportPage.width, ink.line)
  pen.text(reportPage.left, footer, empresa, { ...style, max: 145 })
  pen.text(reportPage.right, footer, `Página ${number} de ${count}`, { ...style, align: 'right' })
}
