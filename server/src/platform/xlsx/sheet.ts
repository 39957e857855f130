import { type Format, headerStyleOf, styleOf, totalStyleOf } from './styles.ts'
import { cellText, xmlText } from './text.ts'
import type { WorkbookInfo } from './workbookInfo.ts'

/** A number is shown in its column's format; a text is never a formula, whatever it begins with. */
export type CellValue = string | number | null

export interface XlsxColumn {
  title: string
  /** In characters. */
  width: number
  format: Format
}

export interface Sheet {
  name: string
  columns: readonly XlsxColumn[]
  /** Read once, a batch at a time. */
  rows: AsyncIterable<readonly CellValue[][]> | Iterable<readonly CellValue[][]>
  /** The last row, if there is to be one, asked for when all others have been read. */
  totals?: () => readonly CellValue[]
}

const letterOf = (column: number): string =>
  (column < 26 ? '' : letterOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** A row of cells, each with the style of its column. */
function rowXml(number: number, values: readonly CellValue[], styles: readonly number[]): string {
  let cells = ''
  for (const [i, value] of values.entries()) {
    const start = `<c r="${letterOf(i)}${number}" s="${styles[i] ?? 0}"`
    if (typeof value === 'number') cells += `${start}><v>${value}</v></c>`
    else if (value) cells += `${start} t="inlineStr"><is>${textXml(value)}</is></c>`
    else cells += `${start}/>`
  }
  return `<row r="${number}">${cells}</row>`
}

/** A reader may drop white space at either end that is not asked for. */
const textXml = (text: string) =>
  `<t${text.trim() !== text ? ' xml:space="preserve"' : ''}>${cellText(text)}</t>`

const widthXml = ({ width }: XlsxColumn, i: number) =>
  `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`

const headXml = (columns: readonly XlsxColumn[], isFirst: boolean) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\
<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>\
<sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>\
<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>\
<cols>${columns.map(widthXml).join('')}</cols><sheetData>\
${rowXml(
  1,
  columns.map(({ title }) => title),
  columns.map(({ format }) => headerStyleOf(format)),
)}`

/** All of a page's head has 255 characters, of which `&` takes two. */
const maxMarginLength = 60
const marginText = (text: string) => [...text].slice(0, maxMarginLength).join('').replaceAll('&', '&&')

/** Whose it is, what it is and which page, on each that is printed. */
const marginsXml = ({ creator, title }: WorkbookInfo) =>
  `<headerFooter><oddHeader>${xmlText(`&L${marginText(creator)}&R${marginText(title)}`)}</oddHeader>\
<oddFooter>${xmlText('&L&A&RPágina &P de &N')}</oddFooter></headerFooter>`

/** The total is no row to be sorted or filtered away. */
const footXml = (columns: readonly XlsxColumn[], lastRow: number, about: WorkbookInfo) =>
  `</sheetData><autoFilter ref="A1:${letterOf(columns.length - 1)}${lastRow}"/>\
<pageSetup orientation="landscape" fitToHeight="0"/>${marginsXml(about)}</worksheet>`

/** Rows that are still to be written: a sheet takes as many as it has room for. */
export interface RowSource {
  isEmpty(): Promise<boolean>
  /** At least one, where it is not empty. */
  take(max: number): readonly CellValue[][]
}

/** Longer strings live outside of the young heap, and 100,000 rows of them would wait there for the collector. */
const pieceLength = 32_768

/** xl/worksheets/sheet….xml: the header, at most `maxRows` of the rows, and where they end the totals. */
export async function* sheetXml(
  { columns, totals }: Sheet,
  source: RowSource,
  maxRows: number,
  isFirst: boolean,
  about: WorkbookInfo,
): AsyncGenerator<string> {
  yield headXml(columns, isFirst)
  const styles = columns.map(({ format }) => styleOf(format))
  let last = 1
  while (last <= maxRows && !(await source.isEmpty())) {
    let xml = ''
    for (const values of source.take(maxRows - last + 1)) {
      last += 1
      xml += rowXml(last, values, styles)
      if (xml.length < pieceLength) continue
      yield xml
      xml = ''
    }
    yield xml
  }
  if (totals && (await source.isEmpty())) {
    const totalStyles = columns.map(({ format }) => totalStyleOf(format))
    yield rowXml(last + 1, totals(), totalStyles)
  }
  yield footXml(columns, last, about)
}
