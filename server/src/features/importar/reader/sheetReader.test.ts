import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { buildWorkbook, buildZip, inlineCell, workbookParts } from '../../../test/workbooks.ts'
import { readLimits } from './sheet.ts'
import { createSheetReader, type ReadOptions } from './sheetReader.ts'

/** `npm run test:abuse` tests the real limits. */
const lowLimits = { ...readLimits, unpackedBytes: 4 * 1024 ** 2, heapMb: 64, ms: 10_000 }
const read = createSheetReader(lowLimits)
const { signal } = new AbortController()
const options: ReadOptions = { tipo: 'camiones', signal }
const utf8 = (text: string) => new TextEncoder().encode(text)

const headed = `<row r="1">${inlineCell('A1', 'Placa')}</row>`
const book = (rows: string, extra: Record<string, string> = {}) =>
  buildWorkbook({ sheets: [{ name: 'Hoja1', rows: headed + rows }], extra })
const row = `<row r="2">${inlineCell('A2', 'C1')}</row>`

const unreadable = 'No se pudo leer el archivo. Guárdalo de nuevo como .xlsx o CSV.'
const kinds = {
  unreadable: { status: 400, detail: { campos: { archivo: unreadable } } },
  notASheet: { status: 415, message: 'Solo se aceptan hojas de Excel (.xlsx) o CSV.' },
  old: { status: 415, message: 'Guárdalo como .xlsx o CSV, sin contraseña.' },
  noRows: { status: 400, detail: { campos: { archivo: 'El archivo no tiene filas.' } } },
  tooMany: { status: 400, detail: { campos: { archivo: 'El archivo tiene más de 20,000 filas.' } } },
}

const entities = Array.from(
  'bcdefghi',
  (name, i) => `<!ENTITY ${name} "${`&${'abcdefgh'.charAt(i)};`.repeat(10)}">`,
)
const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${entities.join('')}]><sst><si><t>&i;</t></si></sst>`

const hostile: Record<string, [keyof typeof kinds, () => Promise<Uint8Array<ArrayBuffer>>]> = {
  'a zip bomb': ['unreadable', () => book(`<!--${' '.repeat(5_000_000)}-->`)],
  'shared strings over the size limit': [
    'unreadable',
    () => book(row, { 'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(300_000)}</sst>` }),
  ],
  'a billion laughs': ['unreadable', () => book(row, { 'xl/sharedStrings.xml': laughs })],
  'a DOCTYPE alone': [
    'unreadable',
    () => book(row, { 'xl/styles.xml': '<!DOCTYPE styleSheet><styleSheet/>' }),
  ],
  'an endless text': ['unreadable', () => book(`<row r="2"><c r="A2"><v>${'1'.repeat(3_000_000)}`)],
  'an unclosed cell': ['unreadable', () => book('<row r="2"><c r="A2">')],
  'deeply nested tags': [
    'unreadable',
    () => book(`<row r="2">${'<c>'.repeat(100)}${'</c>'.repeat(100)}</row>`),
  ],
  'an unknown entity': ['unreadable', () => book('<row r="2"><c r="A2"><v>&x;</v></c></row>')],
  'a truncated workbook': ['unreadable', async () => (await book(row)).slice(0, 600)],
  'a corrupted workbook': [
    'unreadable',
    async () => {
      const bytes = await buildWorkbook({
        sheets: [{ name: 'H', rows: headed + row + randomBytes(3000).toString('hex') }],
      })
      const at = Buffer.from(bytes).indexOf('xl/worksheets/sheet1.xml') + 1000
      return bytes.fill(0x55, at, at + 40)
    },
  ],
  'a workbook without its sheet': [
    'unreadable',
    async () => {
      const { 'xl/worksheets/sheet1.xml': _, ...parts } = workbookParts({ sheets: [{ name: 'H', rows: '' }] })
      return buildZip(parts)
    },
  ],
  'a workbook with only hidden sheets': [
    'unreadable',
    () => buildWorkbook({ sheets: [{ name: 'H', state: 'hidden', rows: headed + row }] }),
  ],
  'a long shared string in every cell': [
    'unreadable',
    () =>
      book(
        Array.from(
          { length: 12_000 },
          (_, i) => `<row r="${i + 2}"><c r="A${i + 2}" t="s"><v>0</v></c></row>`,
        ).join(''),
        { 'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(32_000)}</t></si></sst>` },
      ),
  ],
  'many rows without a value': ['noRows', () => book('<row ht="15"><c s="1"/></row>'.repeat(100_000))],
  'a .docx': [
    'notASheet',
    () => buildZip({ 'word/document.xml': '<w/>', '[Content_Types].xml': '<Types/>' }),
  ],
  'an empty archive': ['notASheet', () => buildZip({})],
  'a PDF': ['notASheet', async () => utf8('%PDF-1.7\nhola')],
  'a picture': ['notASheet', async () => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])],
  'an .xls or a workbook with a password': [
    'old',
    async () => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0]),
  ],
  'endless quotes': ['unreadable', async () => utf8('"'.repeat(4_000_001))],
  'endless lines': ['tooMany', async () => utf8('a\n'.repeat(2_000_000))],
}

describe('createSheetReader rejections', () => {
  test.each(Object.entries(hostile))('createSheetReader: rejects %s', async (_, [kind, make]) => {
    await expect(read(await make(), options)).rejects.toMatchObject(kinds[kind])
  })

  test('createSheetReader: reads 300,000 unclosed mergeCell tags in a comment well within the time limit', async () => {
    const behind = `<!--${'<mergeCell '.repeat(300_000)}-->`
    const bytes = await buildWorkbook({ sheets: [{ name: 'H', rows: headed + row, behind }] })
    const start = performance.now()
    await expect(read(bytes, options)).rejects.toMatchObject(kinds.unreadable)
    // A scan per tag would reach the limit.
    expect(performance.now() - start).toBeLessThan(lowLimits.ms / 2)
  })

  test('createSheetReader: rejects a sheet that exceeds the heap limit', async () => {
    const smallHeapReader = createSheetReader({ ...lowLimits, heapMb: 16, unpackedBytes: 200 * 1024 ** 2 })
    const strings = Array.from({ length: 400_000 }, (_, i) => `<si><t>${i} ${'x'.repeat(60)}</t></si>`).join(
      '',
    )
    const bytes = await book(row, { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` })
    await expect(smallHeapReader(bytes, options)).rejects.toMatchObject(kinds.unreadable)
  })

  test('createSheetReader: rejects a sheet that exceeds the time limit', async () => {
    const shortTimeoutReader = createSheetReader({ ...lowLimits, ms: 1 })
    await expect(shortTimeoutReader(utf8('Placa\nC1'), options)).rejects.toMatchObject(kinds.unreadable)
  })
})

test('createSheetReader: ignores external links, macros and formulas and makes no connection', async () => {
  let connections = 0
  const linkedServer = createServer().on('connection', (socket) => {
    connections += 1
    socket.destroy()
  })
  await once(linkedServer.listen(0, '127.0.0.1'), 'listening')
  try {
    const url = `http://127.0.0.1:${(linkedServer.address() as AddressInfo).port}`
    const rows = `<row r="2">${inlineCell('A2', '=cmd|x')}<c r="B2" t="str"><f>WEBSERVICE("${url}/f")</f><v>Hino</v></c></row>`
    const linked = `<Relationships><Relationship Id="rId1" Type="x" Target="${url}/r" TargetMode="External"/></Relationships>`
    const bytes = await book(rows, {
      'xl/vbaProject.bin': 'x',
      'xl/worksheets/_rels/sheet1.xml.rels': linked,
      'xl/externalLinks/externalLink1.xml': `<!DOCTYPE x SYSTEM "${url}/dtd"><x/>`,
      'xl/externalLinks/_rels/externalLink1.xml.rels': linked,
      'xl/media/image1.png': 'x'.repeat(100),
    })
    const sources = new Map([
      ['placa', { column: 0 }],
      ['marca', { column: 1 }],
    ])
    expect((await read(bytes, { ...options, sources })).filas).toEqual([
      { fila: 2, cells: ['=cmd|x', 'Hino'] },
    ])
    expect(connections).toBe(0)
  } finally {
    linkedServer.close()
  }
})

test('createSheetReader: ignores a stray cell in the last row and column', async () => {
  const stray = `<row r="1048576">${inlineCell('XFD1048576', 'x')}</row>`
  expect(await read(await book(row + stray), options)).toEqual(await read(await book(row), options))
})

test('createSheetReader: fills one text into every row', async () => {
  const sources = new Map([['color', { text: ' Rojo ' }]])
  expect((await read(utf8('Placa\nC1\nC2'), { ...options, sources })).filas).toEqual([
    { fila: 2, cells: ['Rojo'] },
    { fila: 3, cells: ['Rojo'] },
  ])
})

describe('createSheetReader concurrency', () => {
  const small = () => utf8('Placa\nC1')

  test('createSheetReader: reads one sheet, queues four and rejects the sixth with 503', async () => {
    const busy = createSheetReader(lowLimits)
    const reads = Array.from({ length: 6 }, () => busy(small(), options))
    const results = await Promise.allSettled(reads)
    expect(results.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected'])
    expect(results[5]).toMatchObject({ reason: { status: 503, detail: { retryAfter: 1 } } })
    await expect(busy(small(), options)).resolves.toMatchObject({ filas: [{ fila: 2 }] })
  })

  test('createSheetReader: an aborted read lets the next one start', async () => {
    const busy = createSheetReader(lowLimits)
    const leavingClient = new AbortController()
    const slow = busy(utf8(`Placa${'\nC'.repeat(20_000)}`), { ...options, signal: leavingClient.signal })
    const waiting = busy(small(), { ...options, signal: leavingClient.signal })
    const next = busy(small(), options)
    leavingClient.abort()
    const aborted = { status: 'rejected', reason: leavingClient.signal.reason }
    expect(await Promise.allSettled([slow, waiting])).toEqual([aborted, aborted])
    await expect(next).resolves.toMatchObject({ filas: [{ fila: 2 }] })
  })
})
