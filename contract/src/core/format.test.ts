import { expect, test } from 'vitest'
import {
  formatFecha,
  formatHechoYRecibido,
  formatHora,
  formatInteger,
  formatMomento,
  formatQuetzales,
  formatQuetzalesShort,
  formatTelefono,
  fullName,
  stripRutaPrefix,
  truncateText,
} from './format.ts'

test('formatFecha: writes day, month, year', () => {
  expect(formatFecha('2026-11-20')).toBe('20/11/2026')
  expect(formatFecha('0987-01-02')).toBe('02/01/0987')
})

test('formatHora: omits the seconds', () => {
  expect(formatHora('08:30:00')).toBe('08:30')
  expect(formatHora('23:59')).toBe('23:59')
})

test.each([
  [1234.5, 'Q1,234.50'],
  [0, 'Q0.00'],
  [99999999.99, 'Q99,999,999.99'],
  [0.1, 'Q0.10'],
  [-12.5, '-Q12.50'],
])('formatQuetzales: %d is %s', (amount, text) => expect(formatQuetzales(amount)).toBe(text))

test.each([
  [0, 'Q0'],
  [750, 'Q750'],
  [750_000, 'Q750 mil'],
  [1_500_000, 'Q1.5 M'],
])('formatQuetzalesShort: %d is %s', (amount, text) => expect(formatQuetzalesShort(amount)).toBe(text))

test('formatInteger: rounds gallons and counts', () => {
  expect(formatInteger(12.5)).toBe('13')
  expect(formatInteger(12.49)).toBe('12')
  expect(formatInteger(1234567)).toBe('1,234,567')
})

test.each([
  ['RUTA-012', '012'],
  ['ruta 7', '7'],
  ['RUTA7', '7'],
  ['RUTA - 7', '7'],
  ['RUTAS-7', 'RUTAS-7'],
  ['NORTE-7', 'NORTE-7'],
  ['RUTA', 'RUTA'],
])('stripRutaPrefix: %s becomes %s', (noRuta, text) => expect(stripRutaPrefix(noRuta)).toBe(text))

test('truncateText: cuts between code points', () => {
  expect(truncateText('x'.repeat(25), 25)).toBe('x'.repeat(25))
  expect(truncateText('x'.repeat(26), 25)).toBe(`${'x'.repeat(25)}…`)
  expect(truncateText('🚚🚚🚚', 2)).toBe('🚚🚚…')
})

test('formatTelefono: puts a hyphen in the middle of a Guatemalan number', () => {
  expect(formatTelefono('55551234')).toBe('5555-1234')
  expect(formatTelefono('5555 1234')).toBe('5555-1234')
  expect(formatTelefono('+502 5555 1234')).toBe('+502 5555 1234')
  expect(formatTelefono('')).toBe('')
})

test('fullName: has no superfluous space', () => {
  expect(fullName('Ana', 'Muñoz')).toBe('Ana Muñoz')
  expect(fullName('Cementos', '')).toBe('Cementos')
})

test('formatMomento: uses the clock of the zone', () => {
  expect(formatMomento('2026-11-20T05:30:00.000Z', 'America/Guatemala')).toBe('19/11/2026 23:30')
  expect(formatMomento('2026-11-20T06:00:00.000Z', 'America/Guatemala')).toBe('20/11/2026 00:00')
})

test('formatHechoYRecibido: shows both hours of a late report, with the days if they differ', () => {
  const told = (hecho: string, recibido: string) => formatHechoYRecibido(hecho, recibido, 'America/Guatemala')
  expect(told('2026-11-20T16:32:00.000Z', '2026-11-20T17:05:00.000Z')).toBe('hecho 10:32 · recibido 11:05')
  expect(told('2026-11-20T16:32:00.000Z', '2026-11-20T16:34:00.000Z')).toBeNull()
  expect(told('2026-11-20T16:32:00.000Z', '2026-11-20T16:34:00.001Z')).toBe('hecho 10:32 · recibido 10:34')
  expect(told('2026-11-21T05:50:00.000Z', '2026-11-21T11:10:00.000Z')).toBe(
    'hecho 20/11/2026 23:50 · recibido 21/11/2026 05:10',
  )
})
