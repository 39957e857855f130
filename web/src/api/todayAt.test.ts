import { expect, test } from 'vitest'
import { nowAt, todayAt } from './todayAt.ts'

const config = {
  empresa: '',
  zona: 'America/Guatemala',
  hoy: '2026-11-20',
  asked: Date.parse('2026-11-21T05:30:00Z'),
}

test('the date turns at midnight of the company, wherever the phone is', () => {
  expect(todayAt(config, Date.parse('2026-11-21T05:59:59Z'))).toBe('2026-11-20')
  expect(todayAt(config, Date.parse('2026-11-21T06:00:00Z'))).toBe('2026-11-21')
})

test('a clock whose date is wrong tells the hour, and the server the date', () => {
  expect(nowAt(config, Date.parse('2026-11-21T06:00:00Z'))).toBe('2026-11-21 00:00')
  const behind = { ...config, asked: Date.parse('2020-02-03T05:30:00Z') }
  expect(nowAt(behind, Date.parse('2020-02-03T05:59:59Z'))).toBe('2026-11-20 23:59')
})
