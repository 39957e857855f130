import { columnLetter } from '../../server/src/features/importar/reader/columns.ts'
import { buildLargeWorkbook, buildWorkbook, buildZip, inlineCell } from '../../server/src/test/workbooks.ts'

type Bytes = Uint8Array<ArrayBuffer>

const headerRow = `<row r="1">${inlineCell('A1', 'No. de ruta')}</row>`
const sheet = 'xl/worksheets/sheet1.xml'
const strings = 'xl/sharedStrings.xml'
const sheetStart = '<worksheet><sheetData>'
const sheetEnd = '</sheetData></worksheet>'

const mebibyte = 1024 ** 2
const row = `<row><c t="inlineStr"><is><t>${'a'.repeat(4000)}</t></is></c></row>`
const rows = row.repeat(Math.floor(mebibyte / row.length))
const entityExpansion = Array.from('bcdefghi', (name, i) => {
  const of = 'abcdefgh'.charAt(i)
  return `<!ENTITY ${name} "${`&${of};`.repeat(10)}">`
}).join('')

const textFile = (value: string) => async (): Promise<Bytes> => new TextEncoder().encode(value)
const oneTrip = `${headerRow}<row r="2">${inlineCell('A2', 'R-1')}</row>`
export const smallWorkbook = () => buildWorkbook({ sheets: [{ name: 'Hoja1', rows: oneTrip }] })
const singleRowSheet = (piece: string, times: number) => () =>
  buildLargeWorkbook(sheet, `${sheetStart}${headerRow}<row>`, piece, times, `</row>${sheetEnd}`)

/** Responses defined in docs/contract/imports.md. */
export const expectedResponses = {
  read: { status: 200 },
  unreadable: { status: 400, says: 'No se pudo leer el archivo. Guárdalo de nuevo como .xlsx o CSV.' },
  noRows: { status: 400, says: 'El archivo no tiene filas.' },
  tooMany: { status: 400, says: 'El archivo tiene más de 20,000 filas.' },
  notASheet: { status: 415, says: 'Solo se aceptan hojas de Excel (.xlsx) o CSV.' },
  old: { status: 415, says: 'Guárdalo como .xlsx o CSV, sin contraseña.' },
} satisfies Record<string, { status: number; says?: string }>

/** About 1.4 MB compressed. */
export const zipBomb = () => buildLargeWorkbook(sheet, sheetStart + headerRow, rows, 900, sheetEnd)

/** Hostile uploads at full size, with the expected response. */
export const hostileSheets: Record<
  string,
  { expected: keyof typeof expectedResponses; make: () => Promise<Bytes> }
> = {
  '900 MiB of rows': { expected: 'unreadable', make: zipBomb },
  '190 MiB of one text': {
    expected: 'unreadable',
    make: singleRowSheet(`<c><v>${'9'.repeat(1)}`.padEnd(mebibyte, '9'), 190),
  },
  '190 MiB of shared strings': {
    expected: 'unreadable',
    make: () =>
      buildLargeWorkbook(strings, '<sst>', '<si><t>aaaaaaaaaa</t></si>'.repeat(39_000), 190, '</sst>'),
  },
  'tags without end': {
    expected: 'unreadable',
    make: () => buildLargeWorkbook(sheet, sheetStart, '<a>'.repeat(300_000), 190, ''),
  },
  'a row of millions of cells': {
    expected: 'read',
    make: singleRowSheet('<c><v>1</v></c>'.repeat(60_000), 100),
  },
  'a million empty rows': {
    expected: 'noRows',
    make: () =>
      buildLargeWorkbook(
        sheet,
        sheetStart + headerRow,
        '<row ht="15"><c s="1"/></row>'.repeat(10_000),
        100,
        sheetEnd,
      ),
  },
  'a billion laughs': {
    expected: 'unreadable',
    make: () =>
      buildWorkbook({
        sheets: [{ name: 'Hoja1', rows: headerRow }],
        extra: {
          [strings]: `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${entityExpansion}]><sst><si><t>&i;</t></si></sst>`,
        },
      }),
  },
  '10 MiB of quotes': { expected: 'noRows', make: textFile('"'.repeat(10 * mebibyte)) },
  '10 MiB of quotes, never closed': { expected: 'unreadable', make: textFile('"'.repeat(10 * mebibyte - 1)) },
  '10 MiB of commas': { expected: 'noRows', make: textFile(','.repeat(10 * mebibyte)) },
  '10 MiB of lines': { expected: 'tooMany', make: textFile('a\n'.repeat(5 * mebibyte)) },
  'a million row numbers that fall': {
    expected: 'unreadable',
    make: () =>
      buildLargeWorkbook(
        sheet,
        sheetStart + headerRow,
        '<row r="7"/><row r="2"/>'.repeat(5000),
        100,
        sheetEnd,
      ),
  },
  'a row number of 400 digits': {
    expected: 'unreadable',
    make: () =>
      buildWorkbook({ sheets: [{ name: 'Hoja1', rows: `${oneTrip}<row r="${'9'.repeat(400)}"/>` }] }),
  },
  'a page of HTML': { expected: 'old', make: textFile(`<html>${'<td>'.repeat(2 * mebibyte)}`) },
  '10 MiB of totals': { expected: 'tooMany', make: textFile(`No. de ruta\n${'total\n'.repeat(1_700_000)}`) },
  'one long text merged into 20,000 rows': {
    expected: 'unreadable',
    make: () =>
      buildLargeWorkbook(
        sheet,
        `${sheetStart}${headerRow}<row r="2">${inlineCell('A2', 'a'.repeat(4000))}</row>`,
        `<row><c r="B3"><v>1</v></c></row>`.repeat(1000),
        20,
        `</sheetData><mergeCells><mergeCell ref="A2:A20002"/></mergeCells></worksheet>`,
      ),
  },
  '100 columns merged over a million rows': {
    expected: 'read',
    make: () =>
      buildLargeWorkbook(
        sheet,
        `${sheetStart}${headerRow}<row r="2">${'<c><v>1</v></c>'.repeat(100)}</row>`,
        '<row><c s="1"/></row>'.repeat(10_000),
        100,
        `</sheetData><mergeCells>${Array.from({ length: 100 }, (_, x) => {
          const letter = columnLetter(x)
          return `<mergeCell ref="${letter}2:${letter}1048576"/>`
        }).join('')}</mergeCells></worksheet>`,
      ),
  },
  'half a book': { expected: 'unreadable', make: async () => (await smallWorkbook()).slice(0, 700) },
  'half a zip of 190 MiB': {
    expected: 'unreadable',
    make: async () => {
      const whole = await buildLargeWorkbook(sheet, sheetStart + headerRow, rows, 190, sheetEnd)
      return whole.slice(0, whole.length >> 1)
    },
  },
  'a .docx': { expected: 'notASheet', make: () => buildZip({ 'word/document.xml': '<w/>' }) },
  'an .xls or a password': {
    expected: 'old',
    make: async () => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]),
  },
  '10 MiB of a PDF': { expected: 'notASheet', make: textFile(`%PDF-1.7\n${'a'.repeat(10 * mebibyte - 9)}`) },
}

export const strayCellWorkbook = () =>
  buildWorkbook({
    sheets: [{ name: 'Hoja1', rows: `${oneTrip}<row r="1048576">${inlineCell('XFD1048576', 'x')}</row>` }],
  })

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** Workbook with one trip R-1, named by a formula. Every other part links to `address`. */
export const externalLinksWorkbook = (address: string) => {
  const linked = (type: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/${type}" Target="${address}/${type}" TargetMode="External"/></Relationships>`
  return buildWorkbook({
    sheets: [
      {
        name: 'Hoja1',
        rows: `${headerRow}<row r="2"><c r="A2" t="str"><f>WEBSERVICE("${address}/f")</f><v>R-1</v></c></row>`,
        behind: '<hyperlinks><hyperlink ref="A2" r:id="rId1"/></hyperlinks><drawing r:id="rId1"/>',
      },
    ],
    extra: {
      'xl/worksheets/_rels/sheet1.xml.rels': linked('hyperlink'),
      'xl/drawings/_rels/drawing1.xml.rels': linked('image'),
      'xl/externalLinks/externalLink1.xml': `<!DOCTYPE x SYSTEM "${address}/dtd"><externalLink/>`,
      'xl/externalLinks/_rels/externalLink1.xml.rels': linked('externalLinkPath'),
      'xl/connections.xml': `<connections><connection id="1" type="4"><webPr url="${address}/web"/></connection></connections>`,
    },
  })
}
