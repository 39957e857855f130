import type { Pen, TextStyle } from './canvas.ts'
import { printable } from './printable.ts'

/** In millimetres; y is the upper edge. */
interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** In points. */
const smallest = 6
const step = 0.5
/** The millimetres of a line, for each point of its size. */
const leading = 0.43

/** A text in the lines that its box has room for: a longer one gets smaller, and at last ends in '…'. Gives the y below. */
export function drawBlock(pen: Pen, box: Box, text: string, style: TextStyle & { size: number }): number {
  for (let size = style.size; ; size -= step) {
    const lines = linesOf(pen, text, box.width, { ...style, size })
    const room = Math.max(1, Math.floor(box.height / (size * leading)))
    if (lines.length > room && size > smallest) continue
    const shown = lines.slice(0, room)
    if (lines.length > room) shown.push(`${shown.pop()}…`)
    for (const [index, line] of shown.entries())
      pen.text(box.x, box.y + (index + 0.8) * size * leading, line, { ...style, size, max: box.width })
    return box.y + shown.length * size * leading
  }
}

/** Broken at its line ends and between words, and in a word that is wider than a line. */
function linesOf(pen: Pen, text: string, width: number, style: TextStyle): string[] {
  const lines: string[] = []
  const space = pen.widthOf(' ', style)
  for (const paragraph of text.split(/\r?\n/)) {
    let used = Number.POSITIVE_INFINITY
    for (const part of printable(paragraph)
      .split(' ')
      .flatMap((word) => partsOf(pen, word, width, style))) {
      const own = pen.widthOf(part, style)
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

function partsOf(pen: Pen, word: string, width: number, style: TextStyle): string[] {
  if (pen.widthOf(word, style) <= width) return [word]
  const parts: string[] = []
  let used = Number.POSITIVE_INFINITY
  for (const character of word) {
    const own = pen.widthOf(character, style)
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
