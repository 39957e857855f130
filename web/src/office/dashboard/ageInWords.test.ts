import { expect, test } from 'vitest'
import { ageInWords } from './ageInWords.ts'

const hour = 3_600_000

test.each([
  [-hour, 'hace un momento'],
  [59_999, 'hace un momento'],
  [60_000, 'hace 1 min'],
  [hour - 1, 'hace 59 min'],
  [hour, 'hace 1 h'],
  [48 * hour - 1, 'hace 47 h'],
  [48 * hour, 'hace 2 días'],
])('%i ms ago is said as %s', (age, words) => {
  expect(ageInWords(age)).toBe(words)
})
