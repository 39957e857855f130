import { expect, test } from 'vitest'
import { whenInWords } from '../../api/dias.ts'
import { toRenew } from './plazos.ts'

test('licences to renew: expired, expiring today and up to thirty days ahead', () => {
  const dates = ['2025-01-01', '2026-11-20', '2026-12-20', '2026-12-21', null]
  const found = toRenew(
    dates.map((vencimiento) => ({ vencimiento })),
    '2026-11-20',
  )
  expect(found.map(({ chofer, days }) => [chofer.vencimiento, days])).toEqual([
    ['2025-01-01', -688],
    ['2026-11-20', 0],
    ['2026-12-20', 30],
  ])
})

test.each([
  [0, 'Vence hoy'],
  [1, 'Vence mañana'],
  [12, 'Vence en 12 días'],
  [-1, 'Venció ayer'],
  [-40, 'Venció hace 40 días'],
])('%d days away: %s', (days, words) =>
  expect(whenInWords(days, { past: 'Venció', future: 'Vence' })).toBe(words),
)
