import { expect, test } from 'vitest'
import { nextWorkday } from './nextWorkday.ts'

test.each([
  ['2026-11-26', '2026-11-27'],
  ['2026-11-27', '2026-11-28'],
  ['2026-11-28', '2026-11-30'],
  ['2026-11-29', '2026-11-30'],
  ['2026-12-31', '2027-01-01'],
])('nextWorkday: after %s is %s', (dia, next) => expect(nextWorkday(dia)).toBe(next))
