import { describe, expect, test } from 'vitest'
import {
  activityOf,
  dayOf,
  easterOf,
  fechaOf,
  horaOf,
  isHoliday,
  momentOf,
  weekdayFromSunday,
} from './calendar.ts'

test.each(['1970-01-01', '2024-02-29', '2026-11-20', '2027-12-31'])(
  'dayOf and fechaOf: are inverse for %s',
  (fecha) => {
    expect(fechaOf(dayOf(fecha))).toBe(fecha)
  },
)

test('momentOf and horaOf: write the minute as date and clock time', () => {
  const minute = dayOf('2026-11-20') * 1440 + 8 * 60 + 30
  expect([momentOf(minute), horaOf(minute)]).toEqual(['2026-11-20T08:30:00', '08:30:00'])
  expect(weekdayFromSunday(dayOf('2026-11-20'))).toBe(5)
})

test.each(['2024-03-31', '2025-04-20', '2026-04-05', '2027-03-28', '2038-04-25'])(
  'easterOf: returns %s',
  (fecha) => {
    expect(fechaOf(easterOf(Number(fecha.slice(0, 4))))).toBe(fecha)
  },
)

describe('isHoliday: true', () => {
  test.each([
    '2026-01-01',
    '2026-04-02',
    '2026-04-03',
    '2026-04-04',
    '2026-05-01',
    '2026-09-15',
    '2026-12-25',
  ])('on %s', (fecha) => {
    expect(isHoliday(dayOf(fecha))).toBe(true)
    expect(activityOf(dayOf(fecha))).toBe(0)
  })
})

test('activityOf: is low on Sunday and high in the weeks before Christmas', () => {
  expect(activityOf(dayOf('2026-11-22'))).toBeLessThan(activityOf(dayOf('2026-11-23')) / 3)
  expect(activityOf(dayOf('2026-12-11'))).toBeGreaterThan(activityOf(dayOf('2026-06-12')) * 1.2)
})
