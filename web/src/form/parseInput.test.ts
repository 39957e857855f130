import { expect, test } from 'vitest'
import { parseAmount } from '../ui/parseAmount.ts'
import { parseFecha, parseHora, parseMomento } from './parseInput.ts'

const today = '2026-11-20'

test.each([
  ['20/11/2026', '2026-11-20'],
  ['1/2/2027', '2027-02-01'],
  ['20/11', '2026-11-20'],
  ['20-11-26', '2026-11-20'],
  ['20.11.2026', '2026-11-20'],
  ['201126', '2026-11-20'],
  ['20112026', '2026-11-20'],
  ['2011', '2026-11-20'],
  [' Hoy ', '2026-11-20'],
  ['29/02/2028', '2028-02-29'],
  // A Friday.
  ['mañana', '2026-11-21'],
  ['MANANA', '2026-11-21'],
  ['ayer', '2026-11-19'],
  ['+1', '2026-11-21'],
  ['-1', '2026-11-19'],
  ['+30', '2026-12-20'],
  ['lunes', '2026-11-23'],
  ['Mié', '2026-11-25'],
  ['sab', '2026-11-21'],
  ['viernes', '2026-11-27'],
])('parseFecha: reads %s as %s', (text, iso) => expect(parseFecha(text, today)).toBe(iso))

test.each([
  '',
  '31/02/2026',
  '29/02/2027',
  '20/13/2026',
  '0/1/2026',
  'lu',
  'luna',
  '+',
  '+1000',
  '2026-11-20',
  '1',
  '20/11/20266',
])('parseFecha: returns null for %j', (text) => expect(parseFecha(text, today)).toBeNull())

test.each(['hoy', 'mañana', '+1', 'lunes'])('parseFecha: returns null for %j when today is unknown', (text) =>
  expect(parseFecha(text, undefined)).toBeNull(),
)

test.each([
  ['8:30', '08:30'],
  ['08:30', '08:30'],
  ['08:30:00', '08:30'],
  ['830', '08:30'],
  ['0830', '08:30'],
  ['8.30', '08:30'],
  ['8h30', '08:30'],
  ['8', '08:00'],
  ['14', '14:00'],
  ['1430', '14:30'],
  ['0', '00:00'],
  ['2:30 pm', '14:30'],
  ['2 p.m.', '14:00'],
  ['12:15 am', '00:15'],
  ['12:15 p. m.', '12:15'],
  ['230pm', '14:30'],
  [' 23:59 ', '23:59'],
])('parseHora: reads %j as %s', (text, hora) => expect(parseHora(text)).toBe(hora))

test.each(['', '24:00', '8:60', '860', '99', '13 pm', '0 am', 'tarde', '8:3', '12345'])(
  'parseHora: returns null for %j',
  (text) => expect(parseHora(text)).toBeNull(),
)

test.each([
  ['1234.5', '1234.5'],
  ['12,5', '12.5'],
  ['12,50', '12.50'],
  ['1,500', '1500'],
  ['1,234,567.89', '1234567.89'],
  ['Q1,234.50', '1234.50'],
  ['q 850', '850'],
  ['850.', '850'],
  ['.5', '0.5'],
  [' 0 ', '0'],
  ['', ''],
  ['mil', 'mil'],
  ['-5', '-5'],
  ['1,2,3', '1,2,3'],
])('parseAmount: normalizes %j to %j', (text, sent) => expect(parseAmount(text)).toBe(sent))

test.each([
  ['8:30', '2026-11-18 08:30'],
  ['1430', '2026-11-18 14:30'],
  ['2:30 pm', '2026-11-18 14:30'],
  ['26/11 8:30', '2026-11-26 08:30'],
  ['19/11/2026 23:50', '2026-11-19 23:50'],
  ['ayer 14', '2026-11-19 14:00'],
  ['hoy, 2:30 p.m.', '2026-11-20 14:30'],
  ['26/11', null],
  ['nunca', null],
  ['', null],
])('parseMomento: reads %s as %s', (text, local) =>
  expect(parseMomento(text, '2026-11-18', today)).toBe(local),
)
