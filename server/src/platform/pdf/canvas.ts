import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { colors } from './colors.ts'
import { loadPdfImage, type PdfImage } from './image.ts'

/** Points per millimetre. */
const mm = 72 / 25.4

const fileOf = createRequire(import.meta.url).resolve

/** Fonts for Latin with all diacritics, Greek and Cyrillic. They draw other characters as boxes. */
const embeddedFonts = {
  regular: fileOf('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: fileOf('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
}

/** Characters of Windows-1252, which the standard fonts of every PDF reader have. */
const windows1252 = /^[ -~¡-¬®-ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u

/** Prefers a standard font, which adds no bytes to the document. */
function fontOf(text: string, bold: boolean): string {
  if (windows1252.test(text)) return bold ? 'Helvetica-Bold' : 'Helvetica'
  return bold ? 'bold' : 'regular'
}

/** Returns the text in one line, with composed letters and without invisible characters. */
export function toPrintable(text: string): string {
  if (windows1252.test(text)) return text
  return text
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

export interface TextStyle {
  /** Points. */
  size?: number
  bold?: boolean
  color?: string
  /** With `right`, x is the end of the text. */
  align?: 'left' | 'right'
  /** Millimetres. A wider text shrinks to 60 % and then ends in '…'. */
  max?: number
}

interface Page {
  size: 'A4' | 'LETTER'
  /** Maximum width of a text, in millimetres. */
  width: number
  /** Offset of all drawing to the right, in millimetres. */
  shift?: number
}

/** The company that a paper is of. */
export interface Author {
  nombre: string
  /** JPEG or PNG. */
  logo?: Buffer | undefined
}

interface PdfOptions {
  titulo: string
  autor: Author
  page: Page
  /** Whether the document has structure elements (heading, cell, …) for screen readers. */
  tagged: boolean
}

const defaultFontSize = 9
const minFontScale = 0.6
/** Millimetres. */
const maxLogoWidth = 45

/** Draws in millimetres from the upper left corner. A text's y is its baseline. */
export class PdfCanvas {
  readonly doc: PDFKit.PDFDocument
  private readonly tagged: boolean
  private readonly maxTextWidth: number
  private readonly shift: number
  private readonly companyLogo: PdfImage | undefined
  private readonly parents: ReturnType<PDFKit.PDFDocument['struct']>[] = []
  private isTagging = false

  constructor({ titulo, autor, page, tagged }: PdfOptions) {
    this.tagged = tagged
    this.maxTextWidth = page.width
    this.shift = page.shift ?? 0
    // pdfkit's default, PDF 1.3: for later versions it writes the title as unescaped XML.
    this.doc = new PDFDocument({
      size: page.size,
      margin: 0,
      autoFirstPage: false,
      lang: 'es-GT',
      displayTitle: true,
      tagged,
      info: { Title: titulo, Author: autor.nombre, Creator: autor.nombre },
    })
    // pdfkit reads a font's file at its first use.
    for (const [name, file] of Object.entries(embeddedFonts)) this.doc.registerFont(name, file)
    this.companyLogo = autor.logo && loadPdfImage(this.doc, autor.logo, 'Logo')
    if (!tagged) return
    const root = this.doc.struct('Document')
    this.doc.addStructure(root)
    this.parents.push(root)
  }

  addPage(): void {
    this.doc.addPage()
    if (this.shift > 0) this.doc.translate(this.shift * mm, 0)
  }

  /** Yields the bytes since the last call: those of finished pages. */
  *takeBytes(): Generator<Buffer> {
    const bytes: unknown = this.doc.read()
    if (bytes instanceof Buffer) yield bytes
  }

  end(): void {
    for (const element of this.parents) element.end()
    this.doc.end()
  }

  /** Nests all that `draw` draws and tags in an element. */
  group(type: string, draw: () => void): void {
    if (!this.tagged) return draw()
    const element = this.doc.struct(type)
    this.parents.at(-1)?.add(element)
    this.parents.push(element)
    draw()
    this.parents.pop()
    element.end()
  }

  /** Tags the content that `draw` draws as an element. `alt` is the alternative text of an image. */
  tag(type: string, draw: () => void, options: { alt?: string; scope?: 'Column' | 'Row' } = {}): void {
    if (!this.tagged) return draw()
    const content = () => {
      this.isTagging = true
      draw()
      this.isTagging = false
    }
    this.parents.at(-1)?.add(this.doc.struct(type, options, [content]))
  }

  /** Marks untagged content as decoration, which screen readers skip. */
  private draw(shape: () => void): void {
    const isArtifact = this.tagged && !this.isTagging
    if (isArtifact) this.doc.markContent('Artifact')
    shape()
    if (isArtifact) this.doc.endMarkedContent()
  }

  text(x: number, y: number, text: string, style: TextStyle = {}): void {
    const { color = colors.text, align = 'left' } = style
    const drawn = this.fit(toPrintable(text), style)
    if (drawn === '') return
    const left = x * mm - (align === 'right' ? this.doc.widthOfString(drawn) : 0)
    this.draw(() => this.doc.fillColor(color).text(drawn, left, y * mm, { lineBreak: false, baseline: 0 }))
  }

  /** Returns a text's width in millimetres. Also sets the font and size for the next text. */
  widthOf(text: string, { size = defaultFontSize, bold = false }: TextStyle): number {
    const drawn = toPrintable(text)
    this.doc.font(fontOf(drawn, bold)).fontSize(size)
    return this.doc.widthOfString(drawn) / mm
  }

  /** Sets the size at which a text fits, and returns the text, truncated if the size would be too small. */
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

  /** Breaks a text into at most `maxLines` lines. The last line has all the rest. */
  linesOf(text: string, width: number, maxLines: number, style: TextStyle): string[] {
    const lines: string[] = []
    for (const word of toPrintable(text).split(' ')) {
      const last = lines.at(-1)
      const longer = last === undefined ? word : `${last} ${word}`
      if (last === undefined || (lines.length < maxLines && this.widthOf(longer, style) > width))
        lines.push(word)
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

  /** Draws a grid of `count` × `count` squares as one shape, so that no gaps show between them. */
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

  /** Draws an image centred in its box, as large as fits. */
  image(picture: PdfImage, x: number, y: number, width: number, height: number): void {
    // pdfkit accepts an object that embeds itself, but its types do not.
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

  /** Draws the company's logo on white, as wide as its shape asks. Returns its width and the gap after it; 0 without one. */
  logo(x: number, y: number, height: number): number {
    if (!this.companyLogo) return 0
    const { width, height: fullHeight } = this.companyLogo
    const drawnWidth = Math.min(maxLogoWidth, (width / fullHeight) * height)
    this.image(this.companyLogo, x, y, drawnWidth, height)
    return drawnWidth + 4
  }
}
