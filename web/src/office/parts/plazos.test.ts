import { expect, test } from 'vitest'
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
