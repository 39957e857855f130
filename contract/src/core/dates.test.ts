import { describe, expect, test } from 'vitest'
import {
  addPeriods,
  countPeriods,
  dayRangeOf,
  fechaInWords,
  isPeriodo,
  isRealDate,
  monthTitle,
  periodoOf,
  periodoTipoOf,
  periodsBetween,
  plazoInWords,
  weekOf,
} from './calendar.ts'
import { addDays, daysBetween, diaInWords, momentIn, nowIn, todayIn } from './dates.ts'

test('addDays and daysBetween: cross the ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(addDays('0001-01-01', 365)).toBe('0002-01-01')
  expect(daysBetween('2026-11-20', '2026-11-13')).toBe(-7)
  expect(daysBetween('0001-01-01', '9999-12-31')).toBe(3_652_058)
})

describe('isPeriodo and isRealDate', () => {
  test.each(['2028-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '2026-12', '0001', '9999'])(
    'isPeriodo: %j is a period',
    (text) => expect(isPeriodo(text)).toBe(true),
  )
  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-02-31',
    '2026-11-31',
    '2026-11-00',
    '2026-13',
    '2026-00',
    '0000',
    '0000-05',
    '0000-01-01',
    '26',
    '12026',
    '-2026',
    '2026-1',
    '2026-11-20-01',
    '20/11/2026',
    'noviembre',
    '',
  ])('isPeriodo: %j is no period', (text) => expect(isPeriodo(text)).toBe(false))

  test('isRealDate: returns true only for days', () => {
    expect(['2026-11-20', '2026-11', '2026', ''].map(isRealDate)).toEqual([true, false, false, false])
  })
})

describe('periods', () => {
  test('periodoTipoOf and periodoOf: return the kind, and the period of a day', () => {
    expect(['2026-11-20', '2026-11', '2026'].map(periodoTipoOf)).toEqual(['dia', 'mes', 'anio'])
    expect(periodoOf('2026-11-20', 'mes')).toBe('2026-11')
    expect(periodoOf('2026-11-20', 'anio')).toBe('2026')
  })

  test.each([
    ['2026-11-20', '2026-11-20', '2026-11-20'],
    ['2026-11', '2026-11-01', '2026-11-30'],
    ['2026-12', '2026-12-01', '2026-12-31'],
    ['2028-02', '2028-02-01', '2028-02-29'],
    ['1900-02', '1900-02-01', '1900-02-28'],
    ['2000-02', '2000-02-01', '2000-02-29'],
    ['0004-02', '0004-02-01', '0004-02-29'],
    ['0001', '0001-01-01', '0001-12-31'],
    ['9999', '9999-01-01', '9999-12-31'],
  ])('dayRangeOf: %s is from %s to %s', (periodo, desde, hasta) => {
    expect(dayRangeOf(periodo)).toEqual({ desde, hasta })
  })

  test('addPeriods, periodsBetween and countPeriods: cross the ends of months and years', () => {
    expect(addPeriods('2026-01', -1)).toBe('2025-12')
    expect(addPeriods('9999-12', 1)).toBe('10000-01')
    expect(periodsBetween('2026-12-30', '2027-01-02')).toEqual([
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
    ])
    expect(periodsBetween('2026-11', '2027-02')).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
    expect(periodsBetween('2024', '2026')).toEqual(['2024', '2025', '2026'])
    expect(periodsBetween('2026', '2024')).toEqual([])
    expect(countPeriods('2026-01-01', '2026-12-31')).toBe(365)
    expect(countPeriods('10000-01', '9999-12')).toBe(0)
  })

  test('weekOf: starts on Monday, also over the turn of the year', () => {
    const week = { desde: '2026-11-16', hasta: '2026-11-22' }
    expect(['2026-11-16', '2026-11-20', '2026-11-22'].map(weekOf)).toEqual([week, week, week])
    expect(weekOf('2027-01-01')).toEqual({ desde: '2026-12-28', hasta: '2027-01-03' })
    expect(weekOf('1969-12-31')).toEqual({ desde: '1969-12-29', hasta: '1970-01-04' })
  })
})

describe('texts', () => {
  test.each([
    ['2026-11-20', 'hoy'],
    ['2026-11-21', 'mañana'],
    ['2026-11-19', 'ayer'],
    ['2026-11-22', 'domingo 22/11'],
    ['2026-11-13', 'viernes 13/11'],
    ['2027-01-02', 'sábado 02/01/2027'],
  ])('diaInWords: formats %s as %s', (day, words) => expect(diaInWords(day, '2026-11-20')).toBe(words))

  test.each([
    [0, 'Vence hoy'],
    [1, 'Vence mañana'],
    [12, 'Vence en 12 días'],
    [-1, 'Venció ayer'],
    [-3, 'Venció hace 3 días'],
  ])('plazoInWords: %i days from today is %s', (days, words) => {
    expect(plazoInWords(days, { past: 'Venció', future: 'Vence' })).toBe(words)
  })

  test('fechaInWords and monthTitle: write weekday and month', () => {
    expect(fechaInWords('2026-11-20')).toBe('viernes, 20 de noviembre de 2026')
    expect(fechaInWords('2026-03-01')).toBe('domingo, 1 de marzo de 2026')
    expect(monthTitle('2026-09')).toBe('Septiembre')
  })
})

test("todayIn: changes at midnight of the zone, whatever the machine's zone is", () => {
  const lastSecond = Date.parse('2026-11-21T05:59:59Z')
  expect(todayIn('America/Guatemala', lastSecond)).toBe('2026-11-20')
  expect(todayIn('America/Guatemala', new Date(lastSecond + 1000))).toBe('2026-11-21')
  expect(todayIn('Pacific/Kiritimati', lastSecond)).toBe('2026-11-21')
})

test.each([
  ['America/Guatemala', '2026-11-20 23:30', '2026-11-21T05:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-21 00:00', '2026-11-20T10:00:00.000Z'],
  ['America/New_York', '2026-03-08 03:00', '2026-03-08T07:00:00.000Z'],
  ['America/New_York', '2026-11-01 12:00', '2026-11-01T17:00:00.000Z'],
])('momentIn and nowIn: in %s, %s is %s', (zone, local, moment) => {
  expect(momentIn(zone, local)).toBe(moment)
  expect(nowIn(zone, new Date(moment))).toBe(local)
})
