import { describe, expect, test } from 'vitest'
import { readInProcess } from '../../../test/readSheet.ts'
import { csvRows } from './csv.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const rows = (text: string) => [...csvRows(utf8(text))].map(({ fila, cells }) => [fila, ...cells])

test.each<[string, unknown[][]]>([
  [
    'a,b\n1,2',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'a;b\r\n1;2\r\n',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'a\tb\r1\t2\r',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'a\n\n\rb',
    [
      [1, 'a'],
      [2, null],
      [3, null],
      [4, 'b'],
    ],
  ],
  ['sep=|\na|b;c', [[2, 'a', 'b;c']]],
  ['SEP=;\r\na;b', [[2, 'a', 'b']]],
  ['sep=\t\na\tb,c,d', [[2, 'a', 'b,c,d']]],
  [
    'sep=ab\nx',
    [
      [1, 'sep=ab'],
      [2, 'x'],
    ],
  ],
  // The first line with a delimiter decides; on a tie ; before , before tab.
  [
    'Reporte\na;b,c;d',
    [
      [1, 'Reporte'],
      [2, 'a', 'b,c', 'd'],
    ],
  ],
  ['a;b,c', [[1, 'a', 'b,c']]],
  ['a,b\tc', [[1, 'a', 'b\tc']]],
  [
    'a,b\n1;2;3',
    [
      [1, 'a', 'b'],
      [2, '1;2;3'],
    ],
  ],
  ['"a;b;c",d', [[1, 'a;b;c', 'd']]],
  ['"a"";;",d', [[1, 'a";;', 'd']]],
  ['x,"1\n2;3;4",y', [[1, 'x', '1\n2;3;4', 'y']]],
  // Quotes as in RFC 4180; a quote inside an unquoted field is literal.
  ['a,"b ""c"" d",e', [[1, 'a', 'b "c" d', 'e']]],
  ['12" llanta,5\' 3",x"', [[1, '12" llanta', '5\' 3"', 'x"']]],
  ['"",a', [[1, null, 'a']]],
  ['"a"b"c,d', [[1, 'ab"c', 'd']]],
  ['"a" ,b', [[1, 'a', 'b']]],
  // Line numbers count line breaks inside quotes.
  [
    '"a\r\nb\rc\nd",1\nx,2',
    [
      [1, 'a\r\nb\rc\nd', '1'],
      [5, 'x', '2'],
    ],
  ],
  ['a,b,', [[1, 'a', 'b', null]]],
  ['#N/A,46115,=1+1', [[1, { is: 'error', code: '#N/A' }, '46115', '=1+1']]],
  ['', []],
])('csvRows: parses %j', (text, expected) => expect(rows(text)).toEqual(expected))

test.each(['"', 'a,"b', 'a\n"b""', '"'.repeat(1001)])(
  'csvRows: throws when a quote is not closed: %j',
  (text) => expect(() => rows(text)).toThrow(expect.objectContaining({ kind: 'unreadable' })),
)

test('csvRows: reads only columns A to CV', () => {
  expect([...csvRows(utf8('x,'.repeat(200)))].map(({ cells }) => cells.length)).toEqual([100])
})

describe('CSV encodings', () => {
  const text = 'Placa;Marca;Color\nC1;Núñez €;“azul”'
  const utf16 = (bigEndian: boolean) => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
    return Uint8Array.from(bigEndian ? bytes.swap16() : bytes)
  }
  const windows = latin('Placa;Marca;Color\nC1;N\xfa\xf1ez \x80;\x93azul\x94')
  test.each<[string, Uint8Array]>([
    ['UTF-8', utf8(text)],
    ['UTF-8 with a BOM', utf8(`\ufeff${text}`)],
    ['UTF-16LE', utf16(false)],
    ['UTF-16BE', utf16(true)],
    ['Windows-1252', windows],
  ])('readSheet: decodes %s', async (_, bytes) => {
    const { filas, columnas } = await readInProcess(bytes)
    expect(columnas[0]).toMatchObject({ titulo: 'Placa', campo: 'placa' })
    expect(filas).toEqual([{ fila: 2, cells: ['C1', 'Núñez €', '“azul”'] }])
  })

  test('readSheet: a byte order mark decides the encoding', async () => {
    const { filas } = await readInProcess(
      Uint8Array.from([0xef, 0xbb, 0xbf, ...latin('Placa,Marca\nC1,N\xfa')]),
    )
    expect(filas[0]?.cells).toEqual(['C1', 'N\ufffd'])
  })
})

describe('headings and rows', () => {
  test('readSheet: uses the row with the most known headings and ignores the rows above', async () => {
    const sheet = await readInProcess(
      utf8(
        'Transportes, S.A.\nMarca,Reporte\n\nNo.,PLACA,Marca,,Notas\n1,C1,Hino,,x\n2,C2,,,\n,,,,\n-,N/A, ,,\n',
      ),
    )
    expect(sheet.columnas).toEqual([
      { columna: 'A', titulo: 'No.', campo: null, muestra: ['1', '2'] },
      { columna: 'B', titulo: 'PLACA', campo: 'placa', muestra: ['C1', 'C2'] },
      { columna: 'C', titulo: 'Marca', campo: 'marca', muestra: ['Hino'] },
      { columna: 'E', titulo: 'Notas', campo: null, muestra: ['x'] },
    ])
    expect(sheet.filas).toEqual([
      { fila: 5, cells: ['C1', 'Hino'] },
      { fila: 6, cells: ['C2', null] },
    ])
  })

  test('readSheet: uses the first non-empty row when headings are unknown or tie', async () => {
    expect(await readInProcess(utf8('\n\na,b\nc,d'))).toMatchObject({
      campos: [],
      columnas: [{ titulo: 'a' }, { titulo: 'b' }],
      filas: [{ fila: 4, cells: [] }],
    })
    expect((await readInProcess(utf8('Placa\nMarca\nx'))).filas.map(({ fila }) => fila)).toEqual([2, 3])
  })

  test('readSheet: ignores headings below row 20', async () => {
    const { filas, columnas } = await readInProcess(utf8(`Título${'\nx'.repeat(19)}\nPlaca,Marca\nC1,Hino`))
    expect(columnas[0]?.titulo).toBe('Título')
    expect(filas).toHaveLength(21)
    const empty = await readInProcess(utf8(`${'\n'.repeat(30)}Placa\nC1`))
    expect(empty.filas).toEqual([{ fila: 32, cells: ['C1'] }])
  })

  test('readSheet: sources from the query override the headings', async () => {
    const sources = new Map([
      ['placa', { column: 1 }],
      ['color', { text: ' Rojo ' }],
      ['tipo', { text: '' }],
    ])
    const sheet = await readInProcess(utf8('Placa,Otra\nC1,C2'), { sources })
    expect(sheet).toMatchObject({
      columnas: [
        { columna: 'A', campo: null },
        { columna: 'B', campo: 'placa' },
      ],
      campos: [
        { campo: 'placa', columna: 'B' },
        { campo: 'color', columna: null },
        { campo: 'tipo', columna: null },
      ],
      filas: [{ fila: 2, cells: ['C2', null, null] }],
    })
  })

  test('readSheet: truncates samples to 100 characters', async () => {
    const { columnas } = await readInProcess(utf8(`Placa\n${'😀'.repeat(150)}`))
    expect(columnas[0]?.muestra).toEqual(['😀'.repeat(100)])
  })

  test.each<[string, string]>([
    ['', 'noRows'],
    ['\n-\n', 'noRows'],
    ['Placa\n\n', 'noRows'],
    [`Placa${'\nC'.repeat(20_001)}`, 'tooManyRows'],
  ])('readSheet: throws for sheet %#', async (text, kind) =>
    expect(readInProcess(utf8(text))).rejects.toMatchObject({ kind }),
  )

  test('readSheet: reads 20,000 rows without counting empty ones', async () => {
    const { filas } = await readInProcess(utf8(`Placa${'\nC\n'.repeat(20_000)}`))
    expect([filas.length, filas.at(-1)?.fila]).toEqual([20_000, 40_000])
  })
})
