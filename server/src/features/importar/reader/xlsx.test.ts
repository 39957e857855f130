import { describe, expect, test } from 'vitest'
import { readInProcess } from '../../../test/readSheet.ts'
import { buildWorkbook, inlineCell, type TestWorkbook } from '../../../test/workbooks.ts'
import type { ReadRequest } from './read.ts'
import { readCell } from './readCell.ts'
import type { Cell } from './sheet.ts'

const read = async (workbook: TestWorkbook, options: Partial<ReadRequest> = {}) =>
  readInProcess(await buildWorkbook(workbook), options)

const headed = `<row r="1">${inlineCell('A1', 'Placa')}${inlineCell('B1', 'Marca')}</row>`
const one = (rows: string, rest: Partial<TestWorkbook> = {}, behind = ''): TestWorkbook => ({
  sheets: [{ name: 'Hoja1', rows: headed + rows, behind }],
  ...rest,
})
const plate = async (xml: string, rest: Partial<TestWorkbook> = {}): Promise<Cell | undefined> => {
  const { filas } = await read(one(`<row r="2">${xml}${inlineCell('B2', 'Hino')}</row>`, rest))
  return filas[0]?.cells[0]
}

describe('XLSX cells', () => {
  const strings =
    '<si><t xml:space="preserve"> C123 </t></si><si><r><t>C1</t></r><r><rPr><b/></rPr><t>23</t></r><rPh><t>fonética</t></rPh></si><si><t>a_x000D_b_x005F_x000D_</t></si>'
  test.each<[string, string, Cell]>([
    ['shared', '<c r="A2" t="s"><v>0</v></c>', 'C123'],
    ['in several text runs', '<c r="A2" t="s"><v>1</v></c>', 'C123'],
    ['with escaped characters', '<c r="A2" t="s"><v>2</v></c>', 'a\rb_x000D_'],
    ['with a missing shared string', '<c r="A2" t="s"><v>9</v></c>', null],
    [
      'inline',
      '<c r="A2" t="inlineStr"><is><r><t>Á&amp;</t></r><r><t><![CDATA[<b>]]></t></r></is></c>',
      'Á&<b>',
    ],
    ['of a formula', '<c r="A2" t="str"><f>A1&amp;"x"</f><v>Placax</v></c>', 'Placax'],
    ['empty, of a formula', '<c r="A2" t="str"><f>""</f><v></v></c>', null],
    ['number', '<c r="A2"><v>55551234</v></c>', 55_551_234],
    ['number of a formula', '<c r="A2" t="n"><f>1+1</f><v>2</v></c>', 2],
    ['number with exponent', '<c r="A2"><v>1.5E-2</v></c>', 0.015],
    ['true', '<c r="A2" t="b"><v>1</v></c>', true],
    ['false', '<c r="A2" t="b"><v>0</v></c>', false],
    ['error', '<c r="A2" t="e"><f>NA()</f><v>#N/A</v></c>', { is: 'error', code: '#N/A' }],
    ['of type d', '<c r="A2" t="d"><v>2026-04-03</v></c>', { is: 'iso', text: '2026-04-03' }],
    ['formula without value', '<c r="A2"><f>1+1</f></c>', { is: 'formulaWithoutValue' }],
    ['formula with an empty value', '<c r="A2"><f>1+1</f><v></v></c>', { is: 'formulaWithoutValue' }],
    ['shared formula without value', '<c r="A2"><f t="shared" si="0"/></c>', { is: 'formulaWithoutValue' }],
    ['a placeholder', '<c r="A2" t="inlineStr"><is><t> - </t></is></c>', null],
    ['text that looks like an error', '<c r="A2" t="inlineStr"><is><t>#N/A</t></is></c>', '#N/A'],
    ['without reference', '<c t="inlineStr"><is><t>P1</t></is></c>', 'P1'],
    ['empty with a style', '<c r="A2" s="1"/>', null],
  ])('readSheet: reads a cell: %s', async (_, xml, cell) =>
    expect(await plate(xml, { strings })).toEqual(cell),
  )

  test.each<[string, 'date' | 'hour' | 'number']>([
    ['dd/mm/yyyy', 'date'],
    ['[$-100A]d\\ \\d\\e\\ mmmm\\ yyyy;@', 'date'],
    ['mmm-yy', 'date'],
    ['m/d/yy h:mm', 'date'],
    ['h:mm AM/PM', 'hour'],
    ['[h]:mm:ss', 'hour'],
    ['mm:ss.0', 'hour'],
    ['[$-F400]h:mm:ss\\ AM/PM', 'hour'],
    ['"Q"#,##0.00;[Red]\\-"Q"#,##0.00', 'number'],
    ['#,##0 "días y horas"', 'number'],
    ['_-[$Q-100A]* #,##0.00_-', 'number'],
    ['0.00E+00', 'number'],
    ['General', 'number'],
    ['@', 'number'],
  ])('readSheet: recognizes the number format %s', async (format, is) => {
    const cell = await plate('<c r="A2" s="1"><v>46115.25</v></c>', { formats: [format] })
    expect(cell).toEqual(is === 'number' ? 46_115.25 : { is, serial: 46_115.25 })
  })

  test('readSheet: reads dates of a workbook that counts from 1904', async () => {
    const workbook = one('<row r="2"><c r="A2" s="1"><v>44653</v></c></row>', {
      formats: ['dd/mm/yyyy'],
      is1904: true,
    })
    const { is1904, filas, columnas } = await read(workbook)
    expect(is1904).toBe(true)
    expect(readCell('fecha', filas[0]?.cells[0] ?? null, { is1904, zona: 'America/Guatemala' })).toEqual({
      value: '2026-04-03',
    })
    expect(columnas[0]?.muestra).toEqual(['03/04/2026'])
  })
})

describe('XLSX rows', () => {
  const readRows = async (rows: string, behind = '') => (await read(one(rows, {}, behind))).filas

  test('readSheet: skips empty rows, reads hidden rows and numbers rows without a number', async () => {
    const rows = `<row r="2"/><row r="5" hidden="1">${inlineCell('A5', 'P1')}</row><row>${inlineCell('B6', 'Hino')}</row><row r="1048576">${inlineCell('XFD1048576', 'x')}</row>`
    expect(await readRows(rows)).toEqual([
      { fila: 5, cells: ['P1', null] },
      { fila: 6, cells: [null, 'Hino'] },
    ])
  })

  test('readSheet: reads the value of merged cells in all their rows, or only in the first', async () => {
    const rows = `<row r="2">${inlineCell('A2', 'P1')}${inlineCell('B2', 'Hino')}</row><row r="3">${inlineCell('A3', 'P1')}${inlineCell('B3', 'Isuzu')}</row><row r="4">${inlineCell('A4', 'P2')}${inlineCell('B4', 'Fuso')}</row>`
    const merges = '<mergeCells count="2"><mergeCell ref="A2:A3"/><mergeCell ref="A4:B4"/></mergeCells>'
    const rowsWith = (plate: string | null) => [
      { fila: 2, cells: ['P1', 'Hino'] },
      { fila: 3, cells: [plate, 'Isuzu'] },
      { fila: 4, cells: ['P2', null] },
    ]
    expect(await readRows(rows, merges)).toEqual(rowsWith('P1'))
    const { filas } = await read(one(rows, {}, merges), { fillMerged: false })
    expect(filas).toEqual(rowsWith(null))
  })

  test('readSheet: fills neither below a merged heading nor rows without a value of their own', async () => {
    const rows = `<row r="2">${inlineCell('B2', 'Hino')}</row><row r="3">${inlineCell('A3', 'P1')}${inlineCell('B3', 'Fuso')}</row><row r="4"><c r="A4" s="1"/></row><row r="5">${inlineCell('B5', 'Isuzu')}</row>`
    expect(
      await readRows(rows, '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="A3:A1048576"/></mergeCells>'),
    ).toEqual([
      { fila: 2, cells: [null, 'Hino'] },
      { fila: 3, cells: ['P1', 'Fuso'] },
      { fila: 5, cells: ['P1', 'Isuzu'] },
    ])
  })
})

describe('XLSX sheets', () => {
  const rows = (plate: string) => `${headed}<row r="2">${inlineCell('A2', plate)}</row>`
  const sheets: TestWorkbook['sheets'] = [
    { name: 'Oculta', state: 'hidden', rows: rows('P0') },
    { name: 'Muy oculta', state: 'veryHidden', rows: rows('P0') },
    { name: 'Gráfico', type: 'chartsheet', rows: '' },
    { name: 'Camiones &amp; más', rows: rows('P1') },
    { name: 'Enero', rows: rows('P2') },
  ]

  test('readSheet: reads the first visible sheet or the requested one', async () => {
    const first = await read({ sheets })
    expect(first).toMatchObject({ hoja: 'Camiones & más', hojas: ['Camiones & más', 'Enero'] })
    expect(first.filas[0]?.cells).toEqual(['P1', null])
    const named = await read({ sheets }, { hoja: 'Enero' })
    expect(named).toMatchObject({ hoja: 'Enero', filas: [{ fila: 2, cells: ['P2', null] }] })
  })

  test.each(['enero', 'Oculta', 'Gráfico', ''])(
    'readSheet: throws noSuchSheet for the sheet %j',
    async (hoja) => {
      await expect(read({ sheets }, { hoja })).rejects.toMatchObject({ kind: 'noSuchSheet' })
    },
  )

  test('readSheet: reads elements with a namespace prefix', async () => {
    const prefixed = (xml: string) => xml.replace(/<(\/?)(\w)/g, '<$1x:$2').replace(' xmlns=', ' xmlns:x=')
    const [sheet] = [`<worksheet xmlns="m"><sheetData>${rows('P9')}</sheetData></worksheet>`].map(prefixed)
    const workbook = { ...one(''), extra: { 'xl/worksheets/sheet1.xml': sheet ?? '' } }
    expect((await read(workbook)).filas).toEqual([{ fila: 2, cells: ['P9', null] }])
  })
})
