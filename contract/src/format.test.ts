import { expect, test } from 'vitest'
import { fecha } from './format.ts'

test('a date is written day, month, year', () => {
  expect(fecha('2026-11-20')).toBe('20/11/2026')
  expect(fecha('0987-01-02')).toBe('02/01/0987')
})
