import type { PdfCanvas, TextStyle } from './canvas.ts'
import { toPrintable } from './printable.ts'

/** In millimetres; y is the upper edge. */
interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** In points. */
const minFontSize = 6
const fontSizeStep = 0.5
/** The millimetres of a line, for each point of its size. */
const lineHeightFactor = 0.43

/** A text in the lines that its box has room for: a longer one gets smaller, and at last ends in '…'. Gives the y below. */
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
    const shown = lines.slice(0, room)
    if (lines.length > room) shown.push(`${shown.pop()}…`)
    for (const [index, line] of shown.entries())
      canvas.text(box.x, box.y + (index + 0.8) * size * lineHeightFactor, line, {
        ...style,
        size,
        max: box.width,
      })
    return box.y + shown.length * size * lineHeightFactor
  }
}

/** Broken at its line ends and between words, and in a word that is wider than a line. */
function linesOf(canvas: PdfCanvas, text: string, width: number, style: TextStyle): string[] {
  const lines: string[] = []
  const space = canvas.widthOf(' ', style)
  for (const paragraph of text.split(/\r?\n/)) {
    let used = Number.POSITIVE_INFINITY
    for (const part of toPrintable(paragraph)
      .split(' ')
      .flatMap((word) => splitWord(canvas, word, width, style))) {
      const own = canvas.widthOf(part, style)
      if (used + space + own > width) {
        lines.push(part)
        used = own
      } else {
        lines.push(`${lines.pop()} ${part}`)
        used += space + own
      }
    }
  }
  return lines
}

function splitWord(canvas: PdfCanvas, word: string, width: number, style: TextStyle): string[] {
  if (canvas.widthOf(word, style) <= width) return [word]
  const parts: string[] = []
  let used = Number.POSITIVE_INFINITY
  for (const character of word) {
    const own = canvas.widthOf(character, style)
    if (used + own > width) {
      parts.push(character)
      used = own
    } else {
      parts.push(`${parts.pop()}${character}`)
      used += own
    }
  }
  return parts
}
