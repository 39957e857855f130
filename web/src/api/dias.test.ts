import { expect, test } from 'vitest'
import { addDays, diaEnPalabras, todayAt } from './dias.ts'

test.each([
  ['2026-11-20', 'hoy'],
  ['2026-11-21', 'mañana'],
  ['2026-11-19', 'ayer'],
  ['2026-11-22', 'domingo 22/11'],
  ['2026-11-13', 'viernes 13/11'],
  ['2027-01-02', 'sábado 02/01/2027'],
])('%s is said %s', (iso, words) => expect(diaEnPalabras(iso, '2026-11-20')).toBe(words))

test('days are counted over the ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(diaEnPalabras('2027-01-01', '2026-12-31')).toBe('mañana')
})

test('the date turns at midnight of the company, wherever the phone is', () => {
  const config = {
    empresa: '',
    zona: 'America/Guatemala',
    hoy: '2026-11-20',
    asked: Date.parse('2026-11-21T05:30:00Z'),
  }
  expect(todayAt(config, Date.parse('2026-11-21T05:59:59Z'))).toBe('2026-11-20')
  expect(todayAt(config, Date.parse('2026-11-21T06:00:00Z'))).toBe('2026-11-21')
})
