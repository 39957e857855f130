import { cellText, xmlText } from './text.ts'

/** Number formats of columns. `100A` is Guatemala's Spanish. They don't affect text. */
const formats = {
  general: 'General',
  count: '#,##0',
  tenths: '#,##0.0',
  decimal: '#,##0.00',
  money: '"Q"#,##0.00',
  date: 'dd/mm/yyyy',
  month: '[$-100A]mmmm\\ yyyy',
  time: 'hh:mm',
  moment: 'dd/mm/yyyy hh:mm',
  thousandths: '#,##0.000',
} as const
export type Format = keyof typeof formats

const formatNames = Object.keys(formats)
/** Lower ids are the spreadsheet program's built-in formats. */
const firstCustomId = 164
const numberFormatId = (name: string) => (name === 'general' ? 0 : firstCustomId + formatNames.indexOf(name))

/** Indexes in `cellXfs`: each format plain, then as a total, then as a header. */
const styleOf = (format: Format) => formatNames.indexOf(format)
const totalStyleOf = (format: Format) => formatNames.length + formatNames.indexOf(format)
const headerStyleOf = (format: Format) => 2 * formatNames.length + formatNames.indexOf(format)

const isFigure = (format: string) => ['count', 'tenths', 'decimal', 'money', 'thousandths'].includes(format)
const alignment = (format: string) =>
  isFigure(format) ? '<alignment horizontal="right"/>' : '<alignment horizontal="left" indent="1"/>'

const styleXml = (format: string, font: number, fill: number, border: number) =>
  `<xf numFmtId="${numberFormatId(format)}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${alignment(format)}</xf>`

const cellStyles = [
  ...formatNames.map((format) => styleXml(format, 0, 0, 0)),
  ...formatNames.map((format) => styleXml(format, 1, 0, 2)),
  ...formatNames.map((format) => styleXml(format, 1, 2, 1)),
]

const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
const border = (top: string, bottom: string) => `<border><left/><right/>${top}${bottom}<diagonal/></border>`
const line = (side: string) => `<${side} style="thin"><color rgb="FF808080"/></${side}>`

/** Content of xl/styles.xml. Excel reserves the first two fills. */
export const stylesXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\
<numFmts count="${formatNames.length - 1}">${Object.entries(formats)
  .filter(([name]) => name !== 'general')
  .map(([name, code]) => `<numFmt numFmtId="${numberFormatId(name)}" formatCode="${xmlText(code)}"/>`)
  .join('')}</numFmts>\
<fonts count="2">${font('')}${font('<b/>')}</fonts>\
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>\
<fill><patternFill patternType="solid"><fgColor rgb="FFECEFF1"/><bgColor indexed="64"/></patternFill></fill></fills>\
<borders count="3">${border('<top/>', '<bottom/>')}${border('<top/>', line('bottom'))}${border(line('top'), '<bottom/>')}</borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${cellStyles.length}">${cellStyles.join('')}</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>\
</styleSheet>`

/** Metadata of a workbook. */
export interface WorkbookInfo {
  title: string
  creator: string
  /** Creation time: ISO 8601, UTC. */
  created: string
}

/** Numbers get their column's format. Text is never a formula, even if it starts with '='. */
export type CellValue = string | number | null
/** A cell with its own format, or an error value such as '#N/A'. */
export type SheetCell = CellValue | FormattedNumber | { error: string }
interface FormattedNumber {
  number: number
  format: Format
}

export interface XlsxColumn {
  title: string
  /** Width in characters. */
  width: number
  format: Format
}

export interface Sheet {
  name: string
  columns: readonly XlsxColumn[]
  /** Batches of rows, iterated once. */
  rows: AsyncIterable<readonly SheetCell[][]> | Iterable<readonly SheetCell[][]>
  /** Returns the last row. Called after all other rows have been read. */
  totals?: () => readonly CellValue[]
}

const letterOf = (column: number): string =>
  (column < 26 ? '' : letterOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

function rowXml(number: number, values: readonly SheetCell[], styles: readonly number[]): string {
  let cells = ''
  for (const [i, value] of values.entries()) {
    const isFormatted = typeof value === 'object' && value !== null && 'format' in value
    const style = isFormatted ? styleOf(value.format) : (styles[i] ?? 0)
    const start = `<c r="${letterOf(i)}${number}" s="${style}"`
    if (typeof value === 'number') cells += `${start}><v>${value}</v></c>`
    else if (isFormatted) cells += `${start}><v>${value.number}</v></c>`
    else if (typeof value === 'object' && value !== null)
      cells += `${start} t="e"><v>${xmlText(value.error)}</v></c>`
    else if (value) cells += `${start} t="inlineStr"><is>${textXml(value)}</is></c>`
    else cells += `${start}/>`
  }
  return `<row r="${number}">${cells}</row>`
}

// Readers may drop leading and trailing white space without the attribute.
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

/** Excel limits a page header to 255 characters. An escaped `&` counts as two. */
const maxMarginLength = 60
const marginText = (text: string) => [...text].slice(0, maxMarginLength).join('').replaceAll('&', '&&')

/** Returns the printed header (company, title) and footer (sheet, page). */
const marginsXml = ({ creator, title }: WorkbookInfo) =>
  `<headerFooter><oddHeader>${xmlText(`&L${marginText(creator)}&R${marginText(title)}`)}</oddHeader>\
<oddFooter>${xmlText('&L&A&RPágina &P de &N')}</oddFooter></headerFooter>`

// The totals are outside the filter's range: users must not sort or filter them.
const footXml = (columns: readonly XlsxColumn[], lastRow: number, info: WorkbookInfo) =>
  `</sheetData><autoFilter ref="A1:${letterOf(columns.length - 1)}${lastRow}"/>\
<pageSetup orientation="landscape" fitToHeight="0"/>${marginsXml(info)}</worksheet>`

/** Queue of the rows that are not yet written. */
export interface RowSource {
  isEmpty(): Promise<boolean>
  /** Removes and returns at least one row, unless the queue is empty. */
  take(max: number): readonly SheetCell[][]
}

/** V8 keeps longer strings outside the young generation, where 100,000 rows would wait for the collector. */
const maxPieceLength = 32_768

/** Yields xl/worksheets/sheet….xml: the header, at most `maxRows` rows, and the totals after the last row. */
export async function* sheetXml(
  { columns, totals }: Sheet,
  source: RowSource,
  maxRows: number,
  isFirst: boolean,
  info: WorkbookInfo,
): AsyncGenerator<string> {
  yield headXml(columns, isFirst)
  const styles = columns.map(({ format }) => styleOf(format))
  let last = 1
  while (last <= maxRows && !(await source.isEmpty())) {
    let xml = ''
    for (const values of source.take(maxRows - last + 1)) {
      last += 1
      xml += rowXml(last, values, styles)
      if (xml.length < maxPieceLength) continue
      yield xml
      xml = ''
    }
    yield xml
  }
  if (totals && (await source.isEmpty())) {
    const totalStyles = columns.map(({ format }) => totalStyleOf(format))
    yield rowXml(last + 1, totals(), totalStyles)
  }
  yield footXml(columns, last, info)
}
