import jsqr from 'jsqr'
import { getDocumentProxy } from 'unpdf'
import { OPS } from 'unpdf/pdfjs'

/** Reads a PDF with another library than the one that wrote it. */

const mm = 72 / 25.4

interface TextPiece {
  text: string
  /** Millimetres from the left and upper edge; y is the baseline. */
  left: number
  right: number
  y: number
}
export interface Page {
  pieces: TextPiece[]
  /** Texts of each line from left to right, lines from top to bottom. */
  lines: string[][]
}

export const readPdf = (bytes: Uint8Array) => getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })

export async function readPages(bytes: Uint8Array): Promise<Page[]> {
  const document = await readPdf(bytes)
  const pages: Page[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const pieces = items
      .filter((item) => 'str' in item)
      .filter(({ str }) => str.trim() !== '')
      .map(({ str: text, transform: [, , , , x, y], width }) => {
        return { text, left: x / mm, right: (x + width) / mm, y: (page.view[3]! - y) / mm }
      })
      .toSorted((a, b) => a.left - b.left)
    const heights = [...new Set(pieces.map(({ y }) => y.toFixed(1)))].toSorted(
      (a, b) => Number(a) - Number(b),
    )
    const lines = heights.map((y) => pieces.filter((each) => each.y.toFixed(1) === y).map(({ text }) => text))
    pages.push({ pieces, lines })
  }
  return pages
}

/** Returns the widths filled with a color on the first page, in millimetres and painting order. */
export async function readWidths(bytes: Uint8Array, color: string): Promise<number[]> {
  const page = await (await readPdf(bytes)).getPage(1)
  const { fnArray, argsArray } = await page.getOperatorList()
  let fill = ''
  const widths: number[] = []
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index]
    if (operator === OPS.setFillRGBColor) fill = args[0]
    const box = operator === OPS.constructPath && fill === color ? args[2] : undefined
    if (box) widths.push((box[2] - box[0]) / mm)
  }
  return widths
}

/** Scale of the rendering, and the empty margin around a code. */
const pixelsPerPoint = 3
const quietZonePoints = 12

/** Decodes the QR code that is painted with this color. */
export async function readCode(
  bytes: Uint8Array,
  number: number,
  color: string,
): Promise<string | undefined> {
  const page = await (await readPdf(bytes)).getPage(number)
  const { fnArray, argsArray } = await page.getOperatorList()
  const at = fnArray.findIndex(
    (operator, index) => operator === OPS.setFillRGBColor && argsArray[index][0] === color,
  )
  const [, [path], [left, top, right, bottom]] = argsArray[at + 1]
  const width = Math.ceil((right - left + 2 * quietZonePoints) * pixelsPerPoint)
  const height = Math.ceil((bottom - top + 2 * quietZonePoints) * pixelsPerPoint)
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  // Thirteen numbers per square: first and opposite corner are used.
  for (let index = 0; index < path.length; index += 13) {
    const pixel = (points: number, from: number) =>
      Math.round((points - from + quietZonePoints) * pixelsPerPoint)
    const [x1, y1] = [pixel(path[index + 1], left), pixel(path[index + 2], top)]
    const [x2, y2] = [pixel(path[index + 7], left), pixel(path[index + 8], top)]
    for (let y = y1; y < y2; y++) for (let x = x1; x < x2; x++) pixels.set([0, 0, 0], (y * width + x) * 4)
  }
  return jsqr.default(pixels, width, height)?.data
}
