import { expect, test } from 'vitest'
import { playwrightCounts, sum, vitestCounts } from './counts.ts'

test('a test file that broke before its tests counts as one failed', () => {
  const file = (status: string, ...tests: string[]) => ({
    status,
    assertionResults: tests.map((each) => ({ status: each })),
  })
  const testResults = [file('passed', 'passed', 'skipped'), file('failed', 'failed'), file('failed')]
  expect(vitestCounts({ numPassedTests: 1, numFailedTests: 1, testResults })).toEqual({
    passed: 1,
    failed: 2,
  })
})

test('flaky browser tests and errors outside of tests count as failed, skipped ones not at all', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 3 }
  expect(playwrightCounts({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 3 })
})

test('counts are summed', () => {
  const all = [
    { passed: 8, failed: 0 },
    { passed: 3, failed: 1 },
  ]
  expect(sum(all)).toEqual({ passed: 11, failed: 1 })
})
