import { expect, test } from 'vitest'
import { runCrashRounds } from './test/crash/crashRounds.ts'

const rounds = 5

test(`after kill -9, ${rounds} times, nothing acknowledged is lost and nothing is doubled`, async () => {
  const outcome = await runCrashRounds({ rounds })
  expect(outcome).toMatchObject({ lost: [], doubled: [], strange: [] })
  expect(outcome.rounds).toHaveLength(rounds)
  expect(outcome.acknowledged).toBeGreaterThanOrEqual(rounds * 50)
})
