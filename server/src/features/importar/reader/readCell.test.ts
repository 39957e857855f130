import type { CampoClase } from '@flota/contract/imports/importarCampos.ts'
import { describe, expect, test } from 'vitest'
import { day, hour, iso, valueOf } from '../../../test/cellValues.ts'
import { hasDecimalComma } from './readCell.ts'
import { type Cell, csvCell, textCell } from './sheet.ts'

describe('readCell', () => {
  test.each<[Cell, string | null]>([
    ['Núñez', 'Núñez'],
    [55551234, '55551234'],
    [50255551234, '50255551234'],
    [999_999_999_999_999, '999999999999999'],
    ['55551234.0', '55551234'],
    ['2.5.0', '2.5.0'],
    ['1234567890123456', '1234567890123456'],
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

  test.each<Cell>(['5.02556E+10', '5,02556E+10', '-1e+15', 1e15, 1_234_567_890_123_456, 1e21])(
    'readCell: returns an error when Excel cut the number %j',
    (cell) =>
      expect(valueOf('texto', cell)).toBe(
        'Excel cortó este número: dale formato de texto y escríbelo otra vez.',
      ),
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

  test.each<[Cell, string]>([
    ['1250,50', '1250.50'],
    ['Q. 980,5', '980.5'],
    ['1 250,50', '1250.50'],
    ['75', '75'],
  ])('readCell: returns the amount of %j when the comma is the decimal sign', (cell, value) =>
    expect(valueOf('monto', cell, false, true)).toBe(value),
  )

  test.each<[boolean, Cell[]]>([
    [true, ['1250,50', 'Q 980,5', '75', null, 12.5]],
    [true, ['Q. 1250,50']],
    [true, ['1,25', '12,50']],
    [false, ['1250', '75']],
    [false, ['1,250']],
    [false, ['1,250', '12,5']],
    [false, ['1.250,00', '12,50']],
    [false, ['12,50', '12.50']],
    [false, ['12,50', '1,250.00']],
    [false, ['1,250,50']],
    [false, ['12,50', 'Café, 40 sacos']],
    [false, [',5']],
  ])('hasDecimalComma: returns %s for %j', (expected, cells) => expect(hasDecimalComma(cells)).toBe(expected))

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
