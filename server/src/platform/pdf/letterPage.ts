import type { PdfCanvas, TextStyle } from './canvas.ts'
import { colors } from './colors.ts'
import { drawTextBlock } from './textBlock.ts'

/** A sheet of letter size that the company hands out: a trip's, a receipt, a settlement. In millimetres. */
export const letterPage = { size: 'LETTER', left: 16, right: 200, width: 184 } as const

/** What stands below the company's name, where the settings know it. */
interface CompanyDetails {
  nit: string | null
  direccion: string | null
  telefono: string | null
}

/** Above on the right: a code, or what it is. */
export const corner = { top: 11, side: 32 }
const columnWidth = (letterPage.width - 8) / 2

export function drawLetterhead(
  canvas: PdfCanvas,
  { nit, direccion, telefono }: CompanyDetails,
  empresa: string,
): void {
  canvas.checkMark(letterPage.left, 12, 11)
  const x = letterPage.left + 15
  const width = letterPage.width - 15 - corner.side - 8
  let y = 12
  canvas.tag('P', () => {
    y = drawTextBlock(canvas, { x, y, width, height: 12 }, empresa, {
      size: 13,
      bold: true,
      color: colors.navy,
    })
  })
  const lines = [nit && `NIT: ${nit}`, direccion, telefono && `Tel.: ${telefono}`].filter(Boolean)
  if (lines.length === 0) return
  canvas.tag('P', () => {
    drawTextBlock(canvas, { x, y: y + 1, width, height: 18 }, lines.join('\n'), {
      size: 9,
      color: colors.muted,
    })
  })
}

/** What it is, and its number or name. */
export function drawTitle(canvas: PdfCanvas, title: string, number: string): void {
  const style: TextStyle = { size: 19, bold: true, color: colors.navy }
  canvas.tag('H1', () => canvas.text(letterPage.left, 52, title, style))
  canvas.tag('P', () => canvas.text(letterPage.right, 52, number, { ...style, align: 'right', max: 130 }))
  canvas.rule(letterPage.left, 56, letterPage.width, colors.navy, 0.8)
}

export type LetterField = readonly [label: string, value: string]

const fieldHeight = 13.5

/** Two stand side by side. Gives the y below them. */
export function drawFields(canvas: PdfCanvas, top: number, fields: LetterField[]): number {
  for (const [index, [label, value]] of fields.entries()) {
    const x = letterPage.left + (index % 2) * (columnWidth + 8)
    const y = top + Math.floor(index / 2) * fieldHeight
    drawLabel(canvas, x, y + 3, label)
    canvas.tag('P', () =>
      drawTextBlock(canvas, { x, y: y + 3.8, width: columnWidth, height: 9.1 }, value, { size: 10.5 }),
    )
  }
  return top + Math.ceil(fields.length / 2) * fieldHeight
}

export function drawLabel(canvas: PdfCanvas, x: number, y: number, label: string): void {
  canvas.tag('P', () => canvas.text(x, y, label, { size: 8, color: colors.muted }))
}

/** Frames side by side to sign in, as many as there are labels. */
export function drawSignatureFrames(canvas: PdfCanvas, top: number, labels: readonly string[]): void {
  const width = (letterPage.width - (labels.length - 1) * 6) / labels.length
  for (const [index, label] of labels.entries()) {
    const x = letterPage.left + index * (width + 6)
    canvas.frame(x, top, width, 28, colors.muted, 1.5)
    drawLabel(canvas, x + 2.5, top + 25.5, label)
  }
}

/** What no longer counts says so at once, in the corner above. */
export function drawVoidStamp(canvas: PdfCanvas, word: string): void {
  const style: TextStyle = { size: 15, bold: true, color: colors.danger }
  const width = canvas.widthOf(word, style) + 10
  canvas.frame(letterPage.right - width, corner.top, width, 11, colors.danger, 1.5)
  canvas.tag('P', () =>
    canvas.text(letterPage.right - 5, corner.top + 7.4, word, { ...style, align: 'right' }),
  )
}
