import { rangoTexto, reporteTitulo } from '@flota/contract/periodos.ts'
import { ink } from '../../pdf/ink.ts'
import type { Pen, TextStyle } from '../../pdf/pen.ts'
import type { Reporte } from '../reporte.ts'
import { page } from './look.ts'

const nameStyle: TextStyle = { size: 13, bold: true, color: ink.navy }
const nameLeft = page.left + 15

/** The letterhead and what the report is; gives the y below it. */
export function drawHeading(pen: Pen, { empresa, tipo, desde, hasta, impreso }: Reporte): number {
  pen.mark(page.left, 15, 11)
  const width = page.right - nameLeft
  const lines = pen.linesOf(empresa, width, 2, nameStyle)
  pen.tag('P', () => {
    for (const [index, line] of lines.entries())
      pen.text(nameLeft, (lines.length === 1 ? 22.2 : 19.6) + index * 5.4, line, { ...nameStyle, max: width })
  })
  pen.rule(page.left, 31, page.width, ink.navy, 0.8)
  const title: TextStyle = { size: 19, bold: true, color: ink.navy }
  pen.tag('H1', () => pen.text(page.left, 42.5, reporteTitulo(tipo), title))
  const muted: TextStyle = { color: ink.muted, align: 'right' }
  pen.tag('P', () => pen.text(page.left, 49.5, rangoTexto(desde, hasta), { size: 11 }))
  pen.tag('P', () => pen.text(page.right, 49.5, `Impreso el ${impreso}`, muted))
  return 55
}

/** Where the head of every page but the first ends. */
export const runningHeight = 20

export function drawRunningHead(pen: Pen, { tipo, desde, hasta }: Reporte): number {
  const style: TextStyle = { size: 8.5, color: ink.muted }
  pen.text(page.left, 17, reporteTitulo(tipo), { ...style, bold: true, color: ink.navy })
  pen.text(page.right, 17, rangoTexto(desde, hasta), { ...style, align: 'right' })
  return runningHeight
}

export function drawFooter(pen: Pen, empresa: string, number: number, count: number): void {
  const style: TextStyle = { size: 8, color: ink.muted }
  pen.rule(page.left, page.footer - 5, page.width, ink.line)
  pen.text(page.left, page.footer, empresa, { ...style, max: 145 })
  pen.text(page.right, page.footer, `Página ${number} de ${count}`, { ...style, align: 'right' })
}
