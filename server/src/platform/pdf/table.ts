import type { PdfCanvas, TextStyle } from './canvas.ts'
import { colors } from './colors.ts'
import { drawTextBlock } from './letterPage.ts'
import { splitIntoPages } from './pages.ts'

/** Millimetres. Rows end above `bottom`; `footer` is the footer's baseline. */
export type TablePage = Readonly<Record<'left' | 'right' | 'width' | 'bottom' | 'footer', number>>

export interface TableColumn<Row> {
  title: string
  width: number
  of: (row: Row) => string
  align?: 'right'
  /** The cells are headings of their rows. */
  isRowHeading?: true
}

interface PagedTable<Row> {
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  /** Cells of the last row. */
  totals?: readonly string[]
  /** y coordinates on the first page and on the later ones. */
  top: number
  laterTop: number
  drawLaterHead: () => void
  /** Draws below the last row, in the height of `tailRows` rows. */
  drawTail?: (top: number) => void
  tailRows?: number
  empresa: string
}

const headHeight = 7
export const rowHeight = 5.8

/** Draws a table on the current page and as many more as it needs. Yields after each page. */
export function* drawTablePages<Row>(
  canvas: PdfCanvas,
  page: TablePage,
  { columns, rows, totals, top, laterTop, drawLaterHead, drawTail, tailRows, empresa }: PagedTable<Row>,
): Generator<void> {
  const rowsThatFit = (begin: number) => Math.floor((page.bottom - begin - headHeight) / rowHeight)
  const parts = splitIntoPages(rows.length, rowsThatFit(top), rowsThatFit(laterTop), tailRows)
  for (const [index, [from, to]] of parts.entries()) {
    if (index > 0) {
      canvas.addPage()
      drawLaterHead()
    }
    const isLast = to === rows.length
    const lines = rows.slice(from, to).map((row) => columns.map(({ of }) => of(row)))
    const place = { canvas, page, columns, top: index === 0 ? top : laterTop }
    const end = drawTable(place, lines, isLast ? totals : undefined)
    if (isLast) drawTail?.(end)
    drawFooter(canvas, page, empresa, `Página ${index + 1} de ${parts.length}`)
    yield
  }
}

export function drawFooter(canvas: PdfCanvas, page: TablePage, empresa: string, number: string): void {
  const style: TextStyle = { size: 8, color: colors.muted }
  canvas.rule(page.left, page.footer - 5, page.width, colors.line)
  canvas.text(page.left, page.footer, empresa, { ...style, max: 145 })
  canvas.text(page.right, page.footer, number, { ...style, align: 'right' })
}

interface TablePlace {
  canvas: PdfCanvas
  page: TablePage
  columns: readonly Omit<TableColumn<never>, 'of'>[]
  top: number
}
type CellStyle = TextStyle & { size: number }

const bold: CellStyle = { size: 8.5, bold: true, color: colors.navy }

/** Returns the y coordinate below the rows. */
function drawTable(place: TablePlace, rows: readonly string[][], totals: readonly string[] = []): number {
  const { canvas, page, columns, top } = place
  const { left, width } = page
  const end = top + headHeight + rows.length * rowHeight
  canvas.group('Table', () => {
    canvas.rect(left, top, width, headHeight, colors.sunken)
    canvas.rule(left, top + headHeight, width, colors.navy, 0.8)
    const titles = columns.map(({ title }) => title)
    drawCells(place, top + 4.7, titles, bold, 'Column')
    for (const [index, cells] of rows.entries()) {
      const y = top + headHeight + index * rowHeight
      drawCells(place, y + 4, cells, { size: 8.5 }, 'Row')
      canvas.rule(left, y + rowHeight, width, colors.line, 0.4)
    }
    if (totals.length === 0) return
    canvas.rect(left, end, width, rowHeight, colors.sunken)
    canvas.rule(left, end, width, colors.navy, 0.8)
    drawCells(place, end + 4, totals, bold, 'Row')
  })
  return end
}

const drawCells = (
  { canvas, page, columns }: TablePlace,
  baseline: number,
  cells: readonly string[],
  style: CellStyle,
  scope: 'Column' | 'Row',
): void =>
  canvas.group('TR', () => {
    let { left } = page
    for (const [index, { width, align = 'left', isRowHeading }] of columns.entries()) {
      const x = align === 'right' ? left + width - 2 : left + 2
      const cellStyle = { ...style, align, max: width - 3 } as const
      const draw = () => drawCell(canvas, x, baseline, cells[index] ?? '', cellStyle)
      if (scope === 'Column' || isRowHeading) canvas.tag('TH', draw, { scope })
      else canvas.tag('TD', draw)
      left += width
    }
  })

/** Font size at which a row fits two lines. */
const minTwoLineSize = 6

/** Shrinks text that is wider than its column, then wraps it into two lines. */
function drawCell(canvas: PdfCanvas, x: number, y: number, text: string, style: CellStyle & { max: number }) {
  const { max: width, align } = style
  for (let { size } = style; size > minTwoLineSize; size -= 0.5)
    if (canvas.widthOf(text, { ...style, size }) <= width) return canvas.text(x, y, text, { ...style, size })
  const box = { x: align === 'right' ? x - width : x, y: y - 3.8, width, height: 5.5 }
  drawTextBlock(canvas, box, text, { ...style, size: minTwoLineSize, align: 'left' })
}
