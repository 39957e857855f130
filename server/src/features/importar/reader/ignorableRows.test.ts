import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { expect, test } from 'vitest'
import { csv } from '../../../test/importar.ts'
import { readInProcess } from '../../../test/readSheet.ts'
import { buildWorkbook, inlineCell } from '../../../test/workbooks.ts'

const tripHeadings = ['No.', 'Fecha', 'Cliente', 'Placa', 'Precio', 'Galones']

/** Returns the numbers of the ignorable rows below the headings, which are row 1. */
const ignorableRows = async (tipo: ImportTipo, headings: string[], ...rows: (string | number)[][]) => {
  const { filas } = await readInProcess(csv(headings, ...rows), { tipo })
  return filas.filter(({ ownCells }) => ownCells).map(({ fila }) => fila)
}

test.each([
  [['TOTAL', '', '', '', '1250', '']],
  [['', 'Total de noviembre', '', '', '', '']],
  [['', '', 'Sub-total Cementos', '', '5', '']],
  [['', 'SUBTOTAL:', '', '', '5', '']],
  [['GRAN TOTAL', '', '', '', '5', '']],
  [['Sumas', '', '', '', '5', '10']],
  [['Súma', '', '', '', '5', '10']],
  [['', '', '', '', 'Q. 12,250.00', '']],
  [['', '', '', '', '12250,50', '75']],
  [['31', '', '', '', '', '']],
  [['NO.', 'fecha', 'CLIENTE', 'Placa', 'Precio (Q)', 'GALONES']],
  [['', 'Fecha', 'Cliente', '', '', '']],
])('RowReader: marks the row %j as ignorable', async (row) =>
  expect(await ignorableRows('rutas', tripHeadings, row)).toEqual([2]),
)

test.each([
  [['1', '20/11/2026', 'Total Gas', 'C-1', '5', '']],
  [['', '', '', 'C-1', '5', '']],
  [['', '', 'Cliente', '', '', '']],
  [['', 'Fecha', 'Cementos', '', '', '']],
  [['', '', '', '', 'pendiente', '']],
  [['', 'El total', '', '', '5', '']],
])('RowReader: does not mark the row %j', async (row) =>
  expect(await ignorableRows('rutas', tripHeadings, row)).toEqual([]),
)

test('RowReader: marks no numbers where no column is known', async () =>
  expect(await ignorableRows('camiones', ['X', 'Y'], [1, 2])).toEqual([]))

test('RowReader: marks a heading of one column only if it repeats it', async () =>
  expect(await ignorableRows('clientes', ['Cliente'], ['Cliente'], ['Cementos'], ['CLIENTE'])).toEqual([
    2, 4,
  ]))

test('RowReader: counts ignorable rows apart and takes no samples from them', async () => {
  const { readLimits } = await import('./sheet.ts')
  const limits = { ...readLimits, rows: 2 }
  const trip = ['1', '20/11/2026', 'Cementos', 'C-1', '5', '']
  const total = ['TOTAL', '', '', '', '5', '']
  const read = (...rows: string[][]) => readInProcess(csv(tripHeadings, ...rows), { tipo: 'rutas', limits })
  const { filas, columnas } = await read(total, trip, trip, total)
  expect(filas.length).toBe(4)
  expect(columnas[0]?.muestra).toEqual(['1', '1'])
  await expect(read(trip, trip, trip)).rejects.toMatchObject({ kind: 'tooManyRows' })
  await expect(read(trip, total, total, total)).rejects.toMatchObject({ kind: 'tooManyRows' })
  const unmarked = await readInProcess(csv(tripHeadings, total), { tipo: 'rutas', markIgnorable: false })
  expect(unmarked.filas).toEqual([{ fila: 2, cells: [null, null, null, 5, null].map((each) => each && '5') }])
})

test('RowReader: finds a total below merged cells', async () => {
  const headings = tripHeadings.map((title, x) => inlineCell(`${'ABCDEF'.charAt(x)}1`, title)).join('')
  const rows = `<row r="1">${headings}</row><row r="2">${inlineCell('B2', '20/11/2026')}${inlineCell('D2', 'C-1')}</row>
<row r="3">${inlineCell('E3', '50')}</row><row r="4">${inlineCell('C4', 'TOTAL')}${inlineCell('E4', '50')}</row>`
  const merges = '<mergeCells><mergeCell ref="B2:B4"/><mergeCell ref="D2:D3"/></mergeCells>'
  const bytes = await buildWorkbook({ sheets: [{ name: 'Hoja1', rows, behind: merges }] })
  const { filas } = await readInProcess(bytes, { tipo: 'rutas' })
  expect(filas.map(({ fila, ownCells }) => [fila, ownCells !== undefined])).toEqual([
    [2, false],
    [3, false],
    [4, true],
  ])
})
