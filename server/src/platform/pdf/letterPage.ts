import type { Ajustes } from '@flota/contract/system/ajustes.ts'
import { type Author, type PdfCanvas, type TextStyle, toPrintable } from './canvas.ts'
import { colors } from './colors.ts'

/** The sheet of a waybill, receipt or settlement, in millimetres. */
export const letterPage = { size: 'LETTER', left: 16, right: 200, width: 184 } as const

/** Square at the upper right for a code or stamp, in millimetres. */
export const corner = { top: 11, side: 32 }
const columnWidth = (letterPage.width - 8) / 2

/** The company as printed at the top of a paper. */
export interface Letterhead extends Author, Pick<Ajustes, 'nit' | 'direccion' | 'telefono'> {}

export function drawLetterhead(canvas: PdfCanvas, { nombre, nit, direccion, telefono }: Letterhead): void {
  const indent = canvas.logo(letterPage.left, 11, 14)
  const x = letterPage.left + indent
  const width = letterPage.width - indent - corner.side - 8
  let y = 12
  canvas.tag('P', () => {
    y = drawTextBlock(canvas, { x, y, width, height: 12 }, nombre, {
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

export function drawTitle(canvas: PdfCanvas, title: string, number: string): void {
  const style: TextStyle = { size: 19, bold: true, color: colors.navy }
  canvas.tag('H1', () => canvas.text(letterPage.left, 52, title, style))
  canvas.tag('P', () => canvas.text(letterPage.right, 52, number, { ...style, align: 'right', max: 130 }))
  canvas.rule(letterPage.left, 56, letterPage.width, colors.navy, 0.8)
}

export type LetterField = readonly [label: string, value: string]

const fieldHeight = 13.5

/** Draws labelled values in two columns. Returns the y coordinate below them. */
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

export function drawSignatureFrames(canvas: PdfCanvas, top: number, labels: readonly string[]): void {
  const width = (letterPage.width - (labels.length - 1) * 6) / labels.length
  for (const [index, label] of labels.entries()) {
    const x = letterPage.left + index * (width + 6)
    canvas.frame(x, top, width, 28, colors.muted, 1.5)
    drawLabel(canvas, x + 2.5, top + 25.5, label)
  }
}

/** Stamps a void document in the upper right corner. */
export function drawVoidStamp(canvas: PdfCanvas, word: string): void {
  const style: TextStyle = { size: 15, bold: true, color: colors.danger }
  const width = canvas.widthOf(word, style) + 10
  canvas.frame(letterPage.right - width, corner.top, width, 11, colors.danger, 1.5)
  canvas.tag('P', () =>
    canvas.text(letterPage.right - 5, corner.top + 7.4, word, { ...style, align: 'right' }),
  )
}

/** Millimetres; y is the upper edge. */
interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Points. */
const minFontSize = 6
const fontSizeStep = 0.5
/** Millimetres of line height per point of font size. */
const lineHeightFactor = 0.43

/**
 * Draws a text in the lines that fit in a box. A longer text shrinks to 6 points and then ends in '…'.
 * @returns the y coordinate below the text
 */
export function drawTextBlock(
  canvas: PdfCanvas,
  box: Box,
  text: string,
  style: TextStyle & { size: number },
): number {
  for (let size = style.size; ; size -= fontSizeStep) {
    const lines = linesOf(canvas, text, box.width, { ...style, size })
    const room = Math.max(1, Math.floor(box.height / (size * lineHeightFactor)))
    if (lines.length > room && size > minFontSize) continue
    const drawn = lines.slice(0, room)
    if (lines.length > room) drawn.push(`${drawn.pop()}…`)
    for (const [index, line] of drawn.entries())
      canvas.text(box.x, box.y + (index + 0.8) * size * lineHeightFactor, line, {
        ...style,
        size,
        max: box.width,
      })
    return box.y + drawn.length * size * lineHeightFactor
  }
}

/** Breaks a text at line breaks, between words, and in words wider than a line. */
function linesOf(canvas: PdfCanvas, text: string, width: number, style: TextStyle): string[] {
  const fill = (parts: Iterable<string>, separator: string) => {
    const lines: string[] = []
    const gap = canvas.widthOf(separator, style)
    let used = Number.POSITIVE_INFINITY
    for (const part of parts) {
      const partWidth = canvas.widthOf(part, style)
      const fits = used + gap + partWidth <= width
      lines.push(fits ? `${lines.pop()}${separator}${part}` : part)
      used = fits ? used + gap + partWidth : partWidth
    }
    return lines
  }
  const splitWord = (word: string) => (canvas.widthOf(word, style) <= width ? [word] : fill(word, ''))
  const paragraphs = text.split(/\r?\n/).map((paragraph) => toPrintable(paragraph).split(' '))
  return paragraphs.flatMap((words) => fill(words.flatMap(splitWord), ' '))
}
