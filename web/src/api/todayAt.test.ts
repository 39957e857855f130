import { expect, test } from 'vitest'
import { todayAt } from './todayAt.ts'

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
