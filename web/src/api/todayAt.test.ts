import { expect, test } from 'vitest'
import { nowAt, todayAt } from './todayAt.ts'

const config = { empresa: '', version: '', zona: 'America/Guatemala', behind: 0 }

test("todayAt: changes the date at midnight in the company's time zone", () => {
  expect(todayAt(config, Date.parse('2026-11-21T05:59:59Z'))).toBe('2026-11-20')
  expect(nowAt(config, Date.parse('2026-11-21T06:00:00Z'))).toBe('2026-11-21 00:00')
})

test("nowAt: returns the server's time when the device's clock is wrong by minutes or years", () => {
  const slow = { ...config, behind: 180_000 }
  expect(nowAt(slow, Date.parse('2026-11-21T05:58:00Z'))).toBe('2026-11-21 00:01')
  const years = { ...config, behind: Date.parse('2026-11-21T05:30:00Z') - Date.parse('2020-02-03T10:00:00Z') }
  expect(nowAt(years, Date.parse('2020-02-03T10:29:59Z'))).toBe('2026-11-20 23:59')
  expect(nowAt(years, Date.parse('2020-02-03T10:30:00Z'))).toBe('2026-11-21 00:00')
})
