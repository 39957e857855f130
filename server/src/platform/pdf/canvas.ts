import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { colors } from './colors.ts'
import type { PdfImage } from './image.ts'
import { isPlain, toPrintable } from './printable.ts'

/** Points in a millimetre. */
const mm = 72 / 25.4

const fileOf = createRequire(import.meta.url).resolve

/** Latin with all its marks, Greek and Cyrillic; what it does not know is a box, never nothing. */
const embeddedFonts = {
  'Noto Sans': fileOf('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  'Noto Sans Bold': fileOf('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
} as const

/** A text in every reader's own typeface weighs nothing and takes no time; any other brings along what it needs. */
function fontOf(text: string, bold: boolean): string {
  if (isPlain(text)) return bold ? 'Helvetica-Bold' : 'Helvetica'
  return bold
    ? ('Noto Sans Bold' satisfies keyof typeof embeddedFonts)
    : ('Noto Sans' satisfies keyof typeof embeddedFonts)
}

export interface TextStyle {
  /** In points. */
  size?: number
  bold?: boolean
  color?: string
  /** `right`: x is where the text ends. */
  align?: 'left' | 'right'
  /** The millimetres that there are, at most the sheet's: what is wider gets smaller, and at last is cut off. */
  max?: number
}

/** The sheet; `width` is the most that a text may have, in millimetres. */
interface Page {
  size: 'A4' | 'LETTER'
  width: number
  /** How far to the right all is drawn. */
  shift?: number
}

interface PdfOptions {
  titulo: string
  autor: string
  page: Page
  /** The document says what each text is (heading, cell, …) to whoever hears it read. */
  tagged: boolean
}

const defaultFontSize = 9
const minFontScale = 0.6

/** Draws in millimetres from the upper left corner; y of a text is its baseline. */
export class PdfCanvas {
  readonly doc: PDFKit.PDFDocument
  private readonly tagged: boolean
  private readonly maxTextWidth: number
  private readonly shift: number
  private readonly parents: ReturnType<PDFKit.PDFDocument['struct']>[] = []
  private marked = false

  constructor({ titulo, autor, page, tagged }: PdfOptions) {
    this.tagged = tagged
    this.maxTextWidth = page.width
    this.shift = page.shift ?? 0
    // pdfkit's PDF 1.3, its default: to later versions it adds the names as XML, and does not escape them.
    this.doc = new PDFDocument({
      size: page.size,
      margin: 0,
      autoFirstPage: false,
      lang: 'es-GT',
      displayTitle: true,
      tagged,
      info: { Title: titulo, Author: autor, Creator: autor },
    })
    // Read only where one is drawn with.
    for (const [name, file] of Object.entries(embeddedFonts)) this.doc.registerFont(name, file)
    if (!tagged) return
    const root = this.doc.struct('Document')
    this.doc.addStructure(root)
    this.parents.push(root)
  }

  addPage(): void {
    this.doc.addPage()
    if (this.shift > 0) this.doc.translate(this.shift * mm, 0)
  }

  /** The bytes since the last call: every page but the one that is being drawn. */
  *takeBytes(): Generator<Buffer> {
    const bytes: unknown = this.doc.read()
    if (bytes instanceof Buffer) yield bytes
  }

  end(): void {
    for (const element of this.parents) element.end()
    this.doc.end()
  }

  /** The element `type` around everything that `draw` draws and tags. */
  group(type: string, draw: () => void): void {
    if (!this.tagged) return draw()
    const element = this.doc.struct(type)
    this.parents.at(-1)?.add(element)
    this.parents.push(element)
    draw()
    this.parents.pop()
    element.end()
  }

  /** The element `type` whose content is drawn by `draw`; `alt` is what is read in place of a picture. */
  tag(type: string, draw: () => void, options: { alt?: string; scope?: 'Column' | 'Row' } = {}): void {
    if (!this.tagged) return draw()
    const content = () => {
      this.marked = true
      draw()
      this.marked = false
    }
    this.parents.at(-1)?.add(this.doc.struct(type, options, [content]))
  }

  /** What belongs to no element is decoration: it is not read out. */
  private draw(shape: () => void): void {
    const artifact = this.tagged && !this.marked
    if (artifact) this.doc.markContent('Artifact')
    shape()
    if (artifact) this.doc.endMarkedContent()
  }

  text(x: number, y: number, text: string, style: TextStyle = {}): void {
    const { color = colors.text, align = 'left' } = style
    const drawn = this.fit(toPrintable(text), style)
    if (drawn === '') return
    const left = x * mm - (align === 'right' ? this.doc.widthOfString(drawn) : 0)
    this.draw(() => this.doc.fillColor(color).text(drawn, left, y * mm, { lineBreak: false, baseline: 0 }))
  }

  /** How wide a text is, in millimetres; what is written next has that size and weight. */
  widthOf(text: string, { size = defaultFontSize, bold = false }: TextStyle): number {
    const drawn = toPrintable(text)
    this.doc.font(fontOf(drawn, bold)).fontSize(size)
    return this.doc.widthOfString(drawn) / mm
  }

  /** Sets the size in which the text fits; where that is too small, the text loses its end. */
  private fit(text: string, style: TextStyle): string {
    const { size = defaultFontSize, max = this.maxTextWidth } = style
    const share = max / Math.max(max, this.widthOf(text, style))
    this.doc.fontSize(size * Math.max(minFontScale, share))
    if (share >= minFontScale) return text
    const characters = [...text]
    while (characters.length > 0 && this.doc.widthOfString(`${characters.join('')}…`) > max * mm)
      characters.pop()
    return `${characters.join('').trimEnd()}…`
  }

  /** The text in at most so many lines; the last one has all the rest, however long. */
  linesOf(text: string, width: number, most: number, style: TextStyle): string[] {
    const lines: string[] = []
    for (const word of toPrintable(text).split(' ')) {
      const last = lines.at(-1)
      const longer = last === undefined ? word : `${last} ${word}`
      if (last === undefined || (lines.length < most && this.widthOf(longer, style) > width)) lines.push(word)
      else lines[lines.length - 1] = longer
    }
    return lines
  }

  rect(x: number, y: number, width: number, height: number, color: string, radius = 0): void {
    this.draw(() => this.doc.roundedRect(x * mm, y * mm, width * mm, height * mm, radius * mm).fill(color))
  }

  frame(x: number, y: number, width: number, height: number, color: string, radius = 0): void {
    this.draw(() => {
      this.doc.lineWidth(0.6).roundedRect(x * mm, y * mm, width * mm, height * mm, radius * mm)
      this.doc.stroke(color)
    })
  }

  /** A square of so many rows and columns of small ones, in one piece: between them nothing shines through. */
  squares(
    x: number,
    y: number,
    side: number,
    count: number,
    isDark: (column: number, row: number) => boolean,
  ): void {
    const step = (side * mm) / count
    this.draw(() => {
      for (let row = 0; row < count; row++)
        for (let column = 0; column < count; column++)
          if (isDark(column, row)) this.doc.rect(x * mm + column * step, y * mm + row * step, step, step)
      this.doc.fill(colors.code)
    })
  }

  /** In the middle of its box, as large as fits. */
  image(picture: PdfImage, x: number, y: number, width: number, height: number): void {
    // pdfkit takes whatever has a size and embeds itself; its types know only bytes and paths.
    const source = picture as unknown as Buffer
    const fit: [number, number] = [width * mm, height * mm]
    this.draw(() => this.doc.image(source, x * mm, y * mm, { fit, align: 'center', valign: 'center' }))
  }

  rule(x: number, y: number, width: number, color: string, thickness = 0.5): void {
    this.draw(() => {
      this.doc.lineWidth(thickness).moveTo(x * mm, y * mm)
      this.doc.lineTo((x + width) * mm, y * mm).stroke(color)
    })
  }

  /** The brand mark, as favicon.svg has it. */
  checkMark(x: number, y: number, size: number): void {
    this.draw(() => {
      const { doc } = this
      doc.save().translate(x * mm, y * mm)
      doc.scale((size * mm) / 32)
      doc.roundedRect(0, 0, 32, 32, 8).fill(colors.navy)
      doc
        .lineCap('round')
        .lineWidth(3)
        .path('M11.5 23.5H19a4 4 0 0 0 0-8h-6a4 4 0 0 1 0-8h4.5')
        .stroke(colors.amber)
      doc.lineWidth(2).circle(8.5, 23.5, 2.5).stroke(colors.paper)
      doc.circle(23, 7.5, 3.5).fill(colors.amber)
      doc.restore()
    })
  }
}
