import { expect, test } from 'vitest'
import { runCrashRounds } from './test/crash/crashRounds.ts'

const rounds = 5

test(`program: loses and duplicates no acknowledged write after ${rounds} kill -9`, async () => {
  const outcome = await runCrashRounds({ rounds })
  expect(outcome).toMatchObject({ lost: [], duplicated: [], unexpectedResponses: [] })
  expect(outcome.rounds).toHaveLength(rounds)
  expect(outcome.acknowledged).toBeGreaterThanOrEqual(rounds * 50)
})
