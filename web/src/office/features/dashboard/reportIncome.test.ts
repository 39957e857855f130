import { expect, test } from 'vitest'
import {
  ageInWords,
  compare,
  incomeOnSameDay,
  reportFrom,
  roundUpScale,
  rowOfDay,
  thisAndLastMonth,
  totalIncome,
} from './reportIncome.ts'

const row = (periodo: string, ingresos_totales: number) => ({ periodo, total_rutas: 1, ingresos_totales })

test('reportFrom: returns the first day of last month, also across the turn of the year', () => {
  expect(reportFrom('2026-11-20')).toBe('2026-10-01')
  expect(reportFrom('2027-01-31')).toBe('2026-12-01')
})

test('thisAndLastMonth: accumulates income day by day, to the cent', () => {
  const rows = [row('2026-11-03', 0.2), row('2026-11-01', 0.1), row('2026-10-31', 5), row('2026-10-02', 7)]
  const { now, before } = thisAndLastMonth(rows, '2026-11-04')
  expect(now).toEqual({ month: '2026-11', until: '2026-11-04', income: [0.1, 0.1, 0.3, 0.3] })
  expect(before.income).toHaveLength(31)
  expect(totalIncome(now)).toBe(0.3)
  expect(totalIncome(before)).toBe(12)
  expect(incomeOnSameDay(before, '2026-11-04')).toBe(7)
})

test('incomeOnSameDay: returns the whole month when it is shorter', () => {
  const { before } = thisAndLastMonth([row('2027-02-10', 4)], '2027-03-31')
  expect(before.income).toHaveLength(28)
  expect(incomeOnSameDay(before, '2027-03-31')).toBe(4)
})

test('rowOfDay: returns undefined when the day has no trips', () => {
  expect(rowOfDay([row('2026-11-20', 5)], '2026-11-19')).toBeUndefined()
  expect(rowOfDay([row('2026-11-20', 5)], '2026-11-20')?.ingresos_totales).toBe(5)
})

test('compare: formats the difference in words', () => {
  expect(compare(5, 3, String)).toBe('2 más que')
  expect(compare(0.1 + 0.2, 0.3, String)).toBe('Igual que')
  expect(compare(0.1, 0.4, String)).toBe('0.3 menos que')
})

test.each([
  [0, 1],
  [7, 8],
  [10, 10],
  [101, 150],
  [812_345.67, 1_000_000],
])('roundUpScale: rounds %d up to %d', (value, end) => expect(roundUpScale(value)).toBe(end))

const hour = 3_600_000

test.each([
  [-hour, 'hace un momento'],
  [59_999, 'hace un momento'],
  [60_000, 'hace 1 min'],
  [hour - 1, 'hace 59 min'],
  [hour, 'hace 1 h'],
  [48 * hour - 1, 'hace 47 h'],
  [48 * hour, 'hace 2 días'],
])('ageInWords: formats %i ms as %s', (age, words) => {
  expect(ageInWords(age)).toBe(words)
})
