import { activityOf } from './calendar.ts'
import type { Random } from './random.ts'

/** Two years back, and what is planned already: less each day. */
export const firstDay = (today: number) => today - 730
const planned = [0.75, 0.5, 0.3, 0.15]

/**
 * How many trips each day has, from `firstDay` on; `n` in all. The company grows a little, and no two days
 * are alike.
 */
export function planDays(random: Random, today: number, n: number): number[] {
  const weights = Array.from({ length: 731 + planned.length }, (_, i) => {
    const ahead = i > 730 ? (planned[i - 731] ?? 0) : 1
    return activityOf(firstDay(today) + i) * ahead * (0.9 + (0.2 * i) / 730) * (0.85 + random.next() * 0.3)
  })
  const sum = weights.reduce((a, b) => a + b, 0)
  let passed = 0
  let given = 0
  return weights.map((weight) => {
    passed += weight
    const count = Math.round((passed / sum) * n) - given
    given += count
    return count
  })
}
