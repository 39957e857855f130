import { describe, expect, test } from 'vitest'
import { findXmlFaults, hasLibreOffice, readSheets, readWithLibreOffice, unzip } from '../../test/readXlsx.ts'
import { partOfDay, serialOf } from './list.ts'
import type { CellValue, Sheet, XlsxColumn } from './sheet.ts'
import { workbook } from './workbook.ts'

const columns: XlsxColumn[] = [
  { title: 'Texto', width: 30, format: 'general' },
  { title: 'Número', width: 12, format: 'count' },
]
const info = { title: 'Título', creator: 'López & Hijos <S.A.>', created: '2026-11-20T14:30:00.000Z' }

const sheet = (rows: Sheet['rows'], changes: Partial<Sheet> = {}): Sheet => ({
  name: 'Hoja',
  columns,
  rows,
  totals: () => ['Total', 7],
  ...changes,
})

async function bytes(sheets: Sheet[], maxRows?: number, workbookInfo = info): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(workbook(sheets, workbookInfo, maxRows)))
}

/** Returns the first column of each sheet without header and totals. */
const textsOf = async (file: Buffer) =>
  (await readSheets(file)).rows.map((rows) =>
    rows
      .slice(1)
      .map(([text]) => text)
      .filter((text) => text !== 'Total'),
  )

const texts = [
  '=1+1',
  '=HYPERLINK("http://malo.example","aquí")',
  '+502 5555-1234',
  '-1',
  '@SUM(A1)',
  "O'Higgins",
  "'apóstrofo al inicio",
  'Azúcar & café <granel> "x"',
  ']]> &amp; &#65;',
  '🚚 camión 👩🏽‍✈️',
  '_x0041_',
  '_x005F_x0041_ _X0041_ _x41_',
  '  con espacios  ',
  'una línea\notra',
  'tabulador\tdentro',
  'vuelta\r\nde carro',
  'campana \u0007 y otros \u0001\u001f\u007f',
  '\ufffe\uffff',
  '1234',
  '2026-11-20',
  'TRUE',
]

describe('workbook text', () => {
  const rows: CellValue[][] = texts.map((text, i) => [text, i])

  test('workbook: hucre reads every text as it was typed', async () => {
    expect(await textsOf(await bytes([sheet([rows])]))).toEqual([texts])
  })

  test.skipIf(!hasLibreOffice)('workbook: LibreOffice shows every text as it was typed', async () => {
    const { Hoja = [] } = await readWithLibreOffice(await bytes([sheet([rows])]))
    const shown = texts.map((text) => text.replace('\r\n', '\n'))
    expect(Hoja.map(([text]) => text)).toEqual(['Texto', ...shown, 'Total'])
  })

  test('workbook: writes no formula for text that starts with =', async () => {
    const parts = unzip(await bytes([sheet([rows])]))
    expect(Object.values(parts).join('')).not.toMatch(/<f[ >]/)
  })

  test('workbook: replaces lone surrogates and truncates text longer than a cell allows', async () => {
    const long = 'ñ'.repeat(32_767)
    const [read = []] = await textsOf(
      await bytes([
        sheet([[['a\ud800b', 1]], [[long, 2]], [[`${long}x`, 3]], [[`${'x'.repeat(32_765)}🚚🚚`, 4]]]),
      ]),
    )
    expect(read[0]).toBe('a\ufffdb')
    expect(read[1]).toBe(long)
    expect(read[2]).toBe(`${long.slice(1)}…`)
    expect(String(read[3])).toMatch(/^x{32765}.?…$/u)
  })
})

test('workbook: every part is well-formed XML', async () => {
  const rows: CellValue[][] = [...texts, '\ud800', '', null].map((text) => [text, 1])
  const parts = unzip(await bytes([sheet([rows]), sheet([], { name: 'Otra' })], 5))
  expect(Object.keys(parts).length).toBeGreaterThan(10)
  for (const [name, xml] of Object.entries(parts)) expect([name, findXmlFaults(xml)]).toEqual([name, []])
})

test('workbook: freezes the header row, filters the rows and sets title and creator', async () => {
  const { sheets, properties } = await readSheets(await bytes([sheet([[['a', 1]], [['b', 2]]])]))
  expect(sheets[0]).toMatchObject({ name: 'Hoja', freezePane: { rows: 1 }, autoFilter: { range: 'A1:B3' } })
  expect(properties).toMatchObject({ title: info.title, creator: info.creator })
})

test('workbook: printed pages show company, title and page number', async () => {
  const headerFor = async (creator: string) =>
    /<oddHeader>(.*)<\/oddHeader>/.exec(
      unzip(await bytes([sheet([])], undefined, { ...info, creator }))['xl/worksheets/sheet1.xml'] ?? '',
    )?.[1]
  expect(await headerFor(info.creator)).toBe('&amp;LLópez &amp;&amp; Hijos &lt;S.A.&gt;&amp;RTítulo')
  // Excel reports a file with a longer header as damaged.
  expect((await headerFor('&'.repeat(300)))?.replaceAll('&amp;', '&').length).toBeLessThan(256)
  const parts = unzip(await bytes([sheet([]), sheet([])]))
  for (const number of [1, 2])
    expect(parts[`xl/worksheets/sheet${number}.xml`]).toContain('&amp;RPágina &amp;P de &amp;N')
})

test('workbook: writes header and totals when there are no rows', async () => {
  const { rows } = await readSheets(await bytes([sheet([])]))
  expect(rows).toEqual([
    [
      ['Texto', 'Número'],
      ['Total', 7],
    ],
  ])
})

describe('workbook with a row limit per sheet', () => {
  const batches = [
    [['a', 1]],
    [
      ['b', 2],
      ['c', 3],
      ['d', 4],
    ],
    [],
    [['e', 5]],
  ] satisfies CellValue[][][]

  test.each([
    [1, [['a'], ['b'], ['c'], ['d'], ['e']]],
    [2, [['a', 'b'], ['c', 'd'], ['e']]],
    [
      3,
      [
        ['a', 'b', 'c'],
        ['d', 'e'],
      ],
    ],
    [5, [['a', 'b', 'c', 'd', 'e']]],
    [6, [['a', 'b', 'c', 'd', 'e']]],
  ])('workbook: continues in a further sheet after %i rows', async (maxRows, expected) => {
    const file = await bytes([sheet(batches), sheet([], { name: 'Otra' })], maxRows)
    expect(await textsOf(file)).toEqual([...expected, []])
    const { sheets } = await readSheets(file)
    expect(sheets.map(({ name }) => name)).toEqual([
      ...expected.map((_, i) => (i === 0 ? 'Hoja' : `Hoja ${i + 1}`)),
      'Otra',
    ])
    // Every sheet has the header, the last one the totals.
    for (const { rows } of sheets) expect(rows[0]).toEqual(['Texto', 'Número'])
    expect(sheets.map(({ rows }) => rows.at(-1)?.[0] === 'Total')).toEqual(
      sheets.map((_, i) => i >= expected.length - 1),
    )
  })
})

describe('workbook stream', () => {
  /** Returns infinite rows of incompressible text. */
  function endless() {
    const seen = { batches: 0, ended: false }
    async function* rows() {
      try {
        for (; ; seen.batches++) yield [[crypto.randomUUID().repeat(100), 1]]
      } finally {
        seen.ended = true
      }
    }
    return { seen, rows: rows() }
  }

  test('workbook: stops reading rows when the caller stops', async () => {
    const { seen, rows } = endless()
    for await (const _ of workbook([sheet(rows)], info)) if (seen.batches > 0) break
    await expect.poll(() => seen.ended).toBe(true)
    const { batches } = seen
    await new Promise(setImmediate)
    expect(seen.batches).toBe(batches)
    // The stream buffers only a few batches.
    expect(batches).toBeLessThan(1000)
  })

  test('workbook: rejects when the rows fail', async () => {
    async function* broken() {
      yield [['a', 1]] satisfies CellValue[][]
      throw new Error('se cayó')
    }
    await expect(bytes([sheet(broken()), sheet([])])).rejects.toThrow('se cayó')
  })
})

test('serialOf and partOfDay: return what spreadsheets count', () => {
  expect(serialOf('1900-03-01')).toBe(61)
  expect(serialOf('2026-11-20')).toBe(46_346)
  expect(serialOf('9999-12-31')).toBe(2_958_465)
  expect(serialOf('1900-02-28')).toBeUndefined()
  expect(serialOf('0001-01-01')).toBeUndefined()
  expect([partOfDay('00:00:00'), partOfDay('06:00'), partOfDay('23:59:59') * 86_400]).toEqual([
    0, 0.25, 86_399,
  ])
})
