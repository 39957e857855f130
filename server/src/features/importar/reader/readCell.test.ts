import type { CampoClase } from '@flota/contract/imports/importarCampos.ts'
import { describe, expect, test } from 'vitest'
import { readCell } from './readCell.ts'
import { type Cell, csvCell, textCell } from './sheet.ts'

const valueOf = (clase: CampoClase, cell: Cell, is1904 = false) => {
  const read = readCell(clase, cell, is1904)
  return 'error' in read ? read.error : read.value
}
const day = (serial: number): Cell => ({ is: 'date', serial })
const hour = (serial: number): Cell => ({ is: 'hour', serial })
const iso = (text: string): Cell => ({ is: 'iso', text })

describe('readCell', () => {
  test.each<[Cell, string | null]>([
    ['Núñez', 'Núñez'],
    [55551234, '55551234'],
    [50255551234, '50255551234'],
    [1e21, '1000000000000000000000'],
    [1.5e-7, '0.00000015'],
    [0.1 + 0.2, '0.3'],
    [-1.5, '-1.5'],
    [-0, '0'],
    [2026, '2026'],
    [day(46_115), '03/04/2026'],
    [day(46_115.75), '03/04/2026'],
    [hour(0.25), '06:00'],
    [hour(46_115.75), '18:00'],
    [iso('2026-04-03T00:00:00'), '03/04/2026'],
    [true, 'Sí'],
    [false, 'No'],
    ['=1+1', '=1+1'],
    [null, null],
  ])('readCell: returns the text of %j', (cell, value) => expect(valueOf('texto', cell)).toBe(value))

  test.each<[Cell, string]>([
    [46_115, '2026-04-03'],
    [46_115.99, '2026-04-03'],
    [46_114.999_999_999_99, '2026-04-03'],
    [18_264, '1950-01-01'],
    [73_050.9, '2099-12-31'],
    [day(46_115), '2026-04-03'],
    [hour(46_115), '2026-04-03'],
    [iso('2026-04-03'), '2026-04-03'],
    [iso('2026-04-03T08:30:00.000Z'), '2026-04-03'],
    ['3/4/2026', '2026-04-03'],
    ['03-04-2026', '2026-04-03'],
    ['3.04.2026', '2026-04-03'],
    ['3/4/26', '2026-04-03'],
    ['2026-04-03', '2026-04-03'],
    ['03/04/2026 08:30', '2026-04-03'],
    ['3/4/26 8:30:05 p. m.', '2026-04-03'],
    ['2026-04-03T08:30:00-06:00', '2026-04-03'],
    // Dates that don't exist; POST's schema rejects them.
    ['31/02/2026', '2026-02-31'],
    ['4/13/2026', '2026-13-04'],
  ])('readCell: returns the date of %j', (cell, value) => expect(valueOf('fecha', cell)).toBe(value))

  test.each<[Cell, string]>([
    [2026, '2026'],
    [18_263.9, '18263.9'],
    [73_051, '73051'],
    ['46115', '46115'],
    ['3/4-2026', '3/4-2026'],
    ['3-4-26', '3-4-26'],
    ['2026/04/03', '2026/04/03'],
    ['3 de abril', '3 de abril'],
    ['03/04/2026 mañana', '03/04/2026 mañana'],
    [true, 'Sí'],
  ])('readCell: returns text when %j is not a date', (cell, value) =>
    expect(valueOf('fecha', cell)).toBe(value),
  )

  test('readCell: adds 1462 days when the workbook counts from 1904', () => {
    expect(valueOf('fecha', 44_653, true)).toBe('2026-04-03')
    expect(valueOf('texto', day(44_653), true)).toBe('03/04/2026')
    expect(valueOf('fecha', 16_802, true)).toBe('1950-01-01')
    expect(valueOf('fecha', 16_801, true)).toBe('16801')
    expect(valueOf('texto', 44_653, true)).toBe('44653')
  })

  test.each<[Cell, string]>([
    [0.25, '06:00:00'],
    [0, '00:00:00'],
    [46_115.354_166_666_7, '08:30:00'],
    [0.999_999_9, '00:00:00'],
    [day(46_115.5), '12:00:00'],
    [hour(0.520_844_907_4), '12:30:01'],
    [iso('2026-04-03T10:30:00'), '10:30:00'],
    [iso('1899-12-31T08:30:00.000'), '08:30:00'],
    [iso('T08:30:00Z'), '08:30:00'],
    ['8:30', '08:30:00'],
    ['18:30:59', '18:30:59'],
    ['8:30 am', '08:30:00'],
    ['8:30PM', '20:30:00'],
    ['08:30:15 p. m.', '20:30:15'],
    ['8:30 p.\u00a0m.', '20:30:00'],
    ['8:30\u202fa.m', '08:30:00'],
    ['12:00 a.m.', '00:00:00'],
    ['12:30 P.M.', '12:30:00'],
  ])('readCell: returns the time of %j', (cell, value) => expect(valueOf('hora', cell)).toBe(value))

  test.each<[Cell, string]>([
    [6, '6'],
    [46_115, '46115'],
    [-0.25, '-0.25'],
    ['6', '6'],
    ['24:00', '24:00'],
    ['8:5', '8:5'],
    ['13:00 pm', '13:00 pm'],
    ['0:30 am', '0:30 am'],
    ['8:60', '8:60'],
  ])('readCell: returns text when %j is not a time', (cell, value) =>
    expect(valueOf('hora', cell)).toBe(value),
  )

  test.each<[Cell, string | number]>([
    [45.333_33, 45.33],
    [1.005, 1.01],
    [1.004_999_999, 1],
    [2.675, 2.68],
    [0.1 + 0.2, 0.3],
    [1250, 1250],
    [1e-9, 0],
    [99_999_999.994, 99_999_999.99],
    [-5.555, -5.56],
    [day(46_115), 46_115],
    ['Q. 1,250.00', '1250.00'],
    ['Q1,250.00', '1250.00'],
    ['1250', '1250'],
    ['Q 12,250.5', '12250.5'],
    ['gtq 1,000,000', '1000000'],
    ['1,250.00 GTQ', '1250.00'],
    ['1\u00a0250.50', '1250.50'],
    ['Q.\u202f45', '45'],
    // Amounts that POST rejects.
    ['1250,50', '1250,50'],
    ['1.250,00', '1.250,00'],
    ['45.333', '45.333'],
    ['1,25', '1,25'],
    ['12,50.00', '12,50.00'],
    ['0,250', '0250'],
    ['Q', 'Q'],
    ['Q -', '-'],
    ['mil', 'mil'],
    [true, 'Sí'],
  ])('readCell: returns the amount of %j', (cell, value) => expect(valueOf('monto', cell)).toBe(value))

  test.each<[Cell, string | number]>([
    [90, 90],
    [90.5, 90.5],
    [90.000_000_000_000_01, 90],
    ['1,440', 1440],
    [' 90 ', 90],
    ['90 min', '90 min'],
    ['1,5', '1,5'],
  ])('readCell: returns the whole number of %j', (cell, value) => expect(valueOf('entero', cell)).toBe(value))

  test.each<[Cell, string]>([
    ['ENTREGADO', 'Entregado'],
    ['éntregado', 'Entregado'],
    ['en CURSO', 'En curso'],
    ['Listo', 'Listo'],
  ])('readCell: returns the trip state of %j', (cell, value) => expect(valueOf('estado', cell)).toBe(value))
})

test.each<CampoClase>(['texto', 'fecha', 'hora', 'monto', 'entero', 'estado'])(
  'readCell: returns null or an error for a cell without value as %s',
  (clase) => {
    expect(valueOf(clase, null)).toBeNull()
    expect(valueOf(clase, { is: 'error', code: '#N/A' })).toBe('La celda tiene un error de Excel: #N/A.')
    expect(valueOf(clase, { is: 'formulaWithoutValue' })).toBe(
      'La fórmula no tiene valor. Abre la hoja en Excel y guárdala.',
    )
  },
)

test('textCell and csvCell: return null for placeholders and errors for error values', () => {
  for (const text of ['', '  ', '-', ' N/A\u00a0']) expect(textCell(text)).toBeNull()
  for (const text of ['--', 'n.a.', '#N/A']) expect(textCell(text)).toBe(text)
  const codes = [
    '#N/A',
    '#DIV/0!',
    '#VALUE!',
    '#NAME?',
    '#¡VALOR!',
    '#¿NOMBRE?',
    '#N/D',
    '#SPILL!',
    '####',
    'Err:502',
  ]
  for (const code of codes) expect(csvCell(` ${code}`)).toEqual({ is: 'error', code })
  for (const text of ['#12', '# 5', 'N/D', '#hola']) expect(csvCell(text)).toBe(text)
})
