import { archiveOf, bookOf, inline, longBook } from '../../server/src/test/books.ts'

type Bytes = Uint8Array<ArrayBuffer>

const headed = `<row r="1">${inline('A1', 'No. de ruta')}</row>`
const sheet = 'xl/worksheets/sheet1.xml'
const strings = 'xl/sharedStrings.xml'
const begin = '<worksheet><sheetData>'
const end = '</sheetData></worksheet>'

const mebibyte = 1024 ** 2
const row = `<row><c t="inlineStr"><is><t>${'a'.repeat(54)}</t></is></c></row>`
const rows = row.repeat(Math.floor(mebibyte / row.length))
const laughs = Array.from('bcdefghi', (name, i) => {
  const of = 'abcdefgh'.charAt(i)
  return `<!ENTITY ${name} "${`&${of};`.repeat(10)}">`
}).join('')

const text = (value: string) => async (): Promise<Bytes> => new TextEncoder().encode(value)
const small = () =>
  bookOf({ sheets: [{ name: 'Hoja1', rows: `${headed}<row r="2">${inline('A2', 'R-1')}</row>` }] })
const oneRow = (piece: string, times: number) => () =>
  longBook(sheet, `${begin}${headed}<row>`, piece, times, `</row>${end}`)

/** What a stranger may send, at its full size, and the status that it must have. */
export const hostileSheets: Record<string, { status: number; make: () => Promise<Bytes> }> = {
  '900 MiB of rows': { status: 400, make: () => longBook(sheet, begin + headed, rows, 900, end) },
  '190 MiB of one text': { status: 400, make: oneRow(`<c><v>${'9'.repeat(1)}`.padEnd(mebibyte, '9'), 190) },
  '190 MiB of shared strings': {
    status: 400,
    make: () => longBook(strings, '<sst>', '<si><t>aaaaaaaaaa</t></si>'.repeat(39_000), 190, '</sst>'),
  },
  'tags without end': { status: 400, make: () => longBook(sheet, begin, '<a>'.repeat(300_000), 190, '') },
  'a row of millions of cells': { status: 200, make: oneRow('<c><v>1</v></c>'.repeat(60_000), 100) },
  'a million empty rows': {
    status: 400,
    make: () => longBook(sheet, begin + headed, '<row ht="15"><c s="1"/></row>'.repeat(10_000), 100, end),
  },
  'a billion laughs': {
    status: 400,
    make: () =>
      bookOf({
        sheets: [{ name: 'Hoja1', rows: headed }],
        extra: {
          [strings]: `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${laughs}]><sst><si><t>&i;</t></si></sst>`,
        },
      }),
  },
  '10 MiB of quotes': { status: 400, make: text('"'.repeat(10 * mebibyte)) },
  '10 MiB of quotes, never closed': { status: 400, make: text('"'.repeat(10 * mebibyte - 1)) },
  '10 MiB of commas': { status: 400, make: text(','.repeat(10 * mebibyte)) },
  '10 MiB of lines': { status: 400, make: text('a\n'.repeat(5 * mebibyte)) },
  'half a book': { status: 400, make: async () => (await small()).slice(0, 700) },
  'a .docx': { status: 415, make: () => archiveOf({ 'word/document.xml': '<w/>' }) },
  'an .xls or a password': {
    status: 415,
    make: async () => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]),
  },
  'a stray cell at XFD1048576': {
    status: 200,
    make: () =>
      bookOf({
        sheets: [
          {
            name: 'Hoja1',
            rows: `${headed}<row r="2">${inline('A2', 'R-1')}</row><row r="1048576">${inline('XFD1048576', 'x')}</row>`,
          },
        ],
      }),
  },
}
