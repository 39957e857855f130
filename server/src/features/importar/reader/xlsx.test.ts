import { describe, expect, test } from 'vitest'
import { readInProcess } from '../../../test/readSheet.ts'
import { buildWorkbook, inlineCell, type TestWorkbook } from '../../../test/workbooks.ts'
import type { Cell } from './cell.ts'
import type { ReadRequest } from './read.ts'
import { readCell } from './readCell.ts'

const read = async (book: TestWorkbook, options: Partial<ReadRequest> = {}) =>
  readInProcess(await buildWorkbook(book), options)

const headed = `<row r="1">${inlineCell('A1', 'Placa')}${inlineCell('B1', 'Marca')}</row>`
const one = (rows: string, rest: Partial<TestWorkbook> = {}, behind = ''): TestWorkbook => ({
  sheets: [{ name: 'Hoja1', rows: headed + rows, behind }],
  ...rest,
})
const plate = async (xml: string, rest: Partial<TestWorkbook> = {}): Promise<Cell | undefined> => {
  const { filas } = await read(one(`<row r="2">${xml}${inlineCell('B2', 'Hino')}</row>`, rest))
  return filas[0]?.cells[0]
}

describe('a cell', () => {
  const strings =
    '<si><t xml:space="preserve"> C123 </t></si><si><r><t>C1</t></r><r><rPr><b/></rPr><t>23</t></r><rPh><t>fonética</t></rPh></si><si><t>a_x000D_b_x005F_x000D_</t></si>'
  test.each<[string, string, Cell]>([
    ['shared', '<c r="A2" t="s"><v>0</v></c>', 'C123'],
    ['in several looks', '<c r="A2" t="s"><v>1</v></c>', 'C123'],
    ['with what XML can not hold', '<c r="A2" t="s"><v>2</v></c>', 'a\rb_x000D_'],
    ['that is not there', '<c r="A2" t="s"><v>9</v></c>', null],
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
    ['of kind d', '<c r="A2" t="d"><v>2026-04-03</v></c>', { is: 'iso', text: '2026-04-03' }],
    ['formula without value', '<c r="A2"><f>1+1</f></c>', { is: 'formulaWithoutValue' }],
    ['formula with an empty value', '<c r="A2"><f>1+1</f><v></v></c>', { is: 'formulaWithoutValue' }],
    ['shared formula without value', '<c r="A2"><f t="shared" si="0"/></c>', { is: 'formulaWithoutValue' }],
    ['a dash', '<c r="A2" t="inlineStr"><is><t> - </t></is></c>', null],
    ['text that looks like an error', '<c r="A2" t="inlineStr"><is><t>#N/A</t></is></c>', '#N/A'],
    ['without its reference', '<c t="inlineStr"><is><t>P1</t></is></c>', 'P1'],
    ['empty with a look', '<c r="A2" s="1"/>', null],
  ])('%s', async (_, xml, cell) => expect(await plate(xml, { strings })).toEqual(cell))

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
  ])('whose format is %s', async (format, is) => {
    const cell = await plate('<c r="A2" s="1"><v>46115.25</v></c>', { formats: [format] })
    expect(cell).toEqual(is === 'number' ? 46_115.25 : { is, serial: 46_115.25 })
  })

  test('a book of 1904', async () => {
    const book = one('<row r="2"><c r="A2" s="1"><v>44653</v></c></row>', {
      formats: ['dd/mm/yyyy'],
      is1904: true,
    })
    const { is1904, filas, columnas } = await read(book)
    expect(is1904).toBe(true)
    expect(readCell('fecha', filas[0]?.cells[0] ?? null, is1904)).toEqual({ value: '2026-04-03' })
    expect(columnas[0]?.muestra).toEqual(['03/04/2026'])
  })
})

describe('rows', () => {
  const filasOf = async (rows: string, behind = '') => (await read(one(rows, {}, behind))).filas

  test('without values are not counted, hidden ones are, and those without a number follow', async () => {
    const rows = `<row r="2"/><row r="5" hidden="1">${inlineCell('A5', 'P1')}</row><row>${inlineCell('B6', 'Hino')}</row><row r="1048576">${inlineCell('XFD1048576', 'x')}</row>`
    expect(await filasOf(rows)).toEqual([
      { fila: 5, cells: ['P1', null] },
      { fila: 6, cells: [null, 'Hino'] },
    ])
  })

  test('of merged cells the first has the value', async () => {
    const rows = `<row r="2">${inlineCell('A2', 'P1')}${inlineCell('B2', 'Hino')}</row><row r="3">${inlineCell('A3', 'P1')}${inlineCell('B3', 'Isuzu')}</row><row r="4">${inlineCell('A4', 'P2')}${inlineCell('B4', 'Fuso')}</row>`
    expect(
      await filasOf(
        rows,
        '<mergeCells count="2"><mergeCell ref="A2:A3"/><mergeCell ref="A4:B4"/></mergeCells>',
      ),
    ).toEqual([
      { fila: 2, cells: ['P1', 'Hino'] },
      { fila: 3, cells: [null, 'Isuzu'] },
      { fila: 4, cells: ['P2', null] },
    ])
  })
})

describe('sheets', () => {
  const rows = (plate: string) => `${headed}<row r="2">${inlineCell('A2', plate)}</row>`
  const sheets: TestWorkbook['sheets'] = [
    { name: 'Oculta', state: 'hidden', rows: rows('P0') },
    { name: 'Muy oculta', state: 'veryHidden', rows: rows('P0') },
    { name: 'Gráfico', type: 'chartsheet', rows: '' },
    { name: 'Camiones &amp; más', rows: rows('P1') },
    { name: 'Enero', rows: rows('P2') },
  ]

  test('the first that is not hidden, or the one that is named', async () => {
    const first = await read({ sheets })
    expect(first).toMatchObject({ hoja: 'Camiones & más', hojas: ['Camiones & más', 'Enero'] })
    expect(first.filas[0]?.cells).toEqual(['P1', null])
    const named = await read({ sheets }, { hoja: 'Enero' })
    expect(named).toMatchObject({ hoja: 'Enero', filas: [{ fila: 2, cells: ['P2', null] }] })
  })

  test.each(['enero', 'Oculta', 'Gráfico', ''])('there is none called %j', async (hoja) => {
    await expect(read({ sheets }, { hoja })).rejects.toMatchObject({ kind: 'noSuchSheet' })
  })

  test('elements may have a prefix', async () => {
    const prefixed = (xml: string) => xml.replace(/<(\/?)(\w)/g, '<$1x:$2').replace(' xmlns=', ' xmlns:x=')
    const [sheet] = [`<worksheet xmlns="m"><sheetData>${rows('P9')}</sheetData></worksheet>`].map(prefixed)
    const book = { ...one(''), extra: { 'xl/worksheets/sheet1.xml': sheet ?? '' } }
    expect((await read(book)).filas).toEqual([{ fila: 2, cells: ['P9', null] }])
  })
})
