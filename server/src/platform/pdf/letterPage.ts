import type { Pen, TextStyle } from './canvas.ts'
import { ink } from './colors.ts'
import { drawBlock } from './textBlock.ts'

/** A sheet of letter size that the company hands out: a trip's, a receipt, a settlement. In millimetres. */
export const page = { size: 'LETTER', left: 16, right: 200, width: 184 } as const

/** What stands below the company's name, where the settings know it. */
interface Empresa {
  nit: string | null
  direccion: string | null
  telefono: string | null
}

/** Above on the right: a code, or what it is. */
export const corner = { top: 11, side: 32 }
const half = (page.width - 8) / 2

export function drawEmpresa(pen: Pen, { nit, direccion, telefono }: Empresa, empresa: string): void {
  pen.mark(page.left, 12, 11)
  const x = page.left + 15
  const width = page.width - 15 - corner.side - 8
  let y = 12
  pen.tag('P', () => {
    y = drawBlock(pen, { x, y, width, height: 12 }, empresa, { size: 13, bold: true, color: ink.navy })
  })
  const lines = [nit && `NIT: ${nit}`, direccion, telefono && `Tel.: ${telefono}`].filter(Boolean)
  if (lines.length === 0) return
  pen.tag('P', () => {
    drawBlock(pen, { x, y: y + 1, width, height: 18 }, lines.join('\n'), { size: 9, color: ink.muted })
  })
}

/** What it is, and its number or name. */
export function drawTitle(pen: Pen, title: string, number: string): void {
  const style: TextStyle = { size: 19, bold: true, color: ink.navy }
  pen.tag('H1', () => pen.text(page.left, 52, title, style))
  pen.tag('P', () => pen.text(page.right, 52, number, { ...style, align: 'right', max: 130 }))
  pen.rule(page.left, 56, page.width, ink.navy, 0.8)
}

export type LetterField = readonly [label: string, value: string]

const fieldHeight = 13.5

/** Two stand side by side. Gives the y below them. */
export function drawFields(pen: Pen, top: number, fields: LetterField[]): number {
  for (const [index, [label, value]] of fields.entries()) {
    const x = page.left + (index % 2) * (half + 8)
    const y = top + Math.floor(index / 2) * fieldHeight
    drawLabel(pen, x, y + 3, label)
    pen.tag('P', () => drawBlock(pen, { x, y: y + 3.8, width: half, height: 9.1 }, value, { size: 10.5 }))
  }
  return top + Math.ceil(fields.length / 2) * fieldHeight
}

export function drawLabel(pen: Pen, x: number, y: number, label: string): void {
  pen.tag('P', () => pen.text(x, y, label, { size: 8, color: ink.muted }))
}

/** Frames side by side to sign in, as many as there are labels. */
export function drawFirmas(pen: Pen, top: number, labels: readonly string[]): void {
  const width = (page.width - (labels.length - 1) * 6) / labels.length
  for (const [index, label] of labels.entries()) {
    const x = page.left + index * (width + 6)
    pen.frame(x, top, width, 28, ink.muted, 1.5)
    drawLabel(pen, x + 2.5, top + 25.5, label)
  }
}

/** What no longer counts says so at once, in the corner above. */
export function drawAnulado(pen: Pen, word: string): void {
  const style: TextStyle = { size: 15, bold: true, color: ink.danger }
  const width = pen.widthOf(word, style) + 10
  pen.frame(page.right - width, corner.top, width, 11, ink.danger, 1.5)
  pen.tag('P', () => pen.text(page.right - 5, corner.top + 7.4, word, { ...style, align: 'right' }))
}
