import { expect, test } from 'vitest'
import {
  combineRuns,
  countResults,
  failedRun,
  formatCounts,
  playwrightResults,
  sumCounts,
  vitestResults,
} from './results.ts'

type Status = 'passed' | 'failed' | 'skipped'

const file = (name: string, failed: boolean, ...statuses: Status[]) => ({
  file: name,
  failed,
  tests: statuses.map((status, i) => ({ name: `test ${i}`, status })),
})
const vitestRun = (...files: ReturnType<typeof file>[]) => vitestResults({ files, errors: [] })

test('vitestResults: counts a broken file as one failed test, and an uncaught error too', () => {
  const files = [
    file('a', false, 'passed', 'skipped'),
    file('b', true, 'failed'),
    file('c', true),
    file('d', true, 'passed'),
  ]
  expect(countResults(vitestResults({ files, errors: ['a promise that nobody heard'] }))).toEqual({
    passed: 2,
    failed: 4,
    skipped: 1,
  })
})

test('vitestResults: counts two tests of the same name', () => {
  const one = { name: 'one', status: 'failed' }
  const twins = { file: 'a', failed: true, tests: [one, one] }
  expect(countResults(vitestResults({ files: [twins], errors: [] })).failed).toBe(2)
})

const spec = (title: string, ...statuses: string[]) => ({
  title,
  tests: statuses.map((status) => ({ status })),
})
const playwrightRun = (specs: ReturnType<typeof spec>[], errors: { message: string }[] = []) => {
  const inner = [{ title: 'screens', file: 'a.spec.ts', specs }]
  return playwrightResults({
    suites: [{ title: 'a.spec.ts', file: 'a.spec.ts', specs: [], suites: inner }],
    errors,
  })
}

test('playwrightResults: counts tests of nested suites, and errors outside of tests', () => {
  const specs = [
    spec('one', 'expected'),
    spec('two', 'unexpected'),
    spec('three', 'skipped'),
    spec('four', 'flaky'),
  ]
  const results = playwrightRun(specs, [{ message: 'no server' }])
  expect(countResults(results)).toEqual({ passed: 1, failed: 3, skipped: 1 })
  expect([...results.tests.keys()]).toContain('a.spec.ts > screens > two')
})

test('combineRuns: counts a test as passed and names it when the repeat passes', () => {
  const results = combineRuns(
    vitestRun(file('a', false, 'passed'), file('b', true, 'passed', 'failed', 'failed')),
    vitestRun(file('b', true, 'passed', 'passed', 'failed')),
  )
  expect(results.unsteady).toEqual(['b > test 1'])
  expect(countResults(results)).toEqual({ passed: 3, failed: 1, skipped: 0 })
})

test('combineRuns: counts a test as passed and names it when only the repeat fails', () => {
  const results = combineRuns(
    vitestRun(file('a', true, 'passed', 'failed')),
    vitestRun(file('a', true, 'failed', 'passed')),
  )
  expect(results.unsteady.toSorted()).toEqual(['a > test 0', 'a > test 1'])
  expect(countResults(results).failed).toBe(0)
})

test('combineRuns: counts a broken file by its tests when the repeat is complete', () => {
  const results = combineRuns(
    vitestRun(file('a', true, 'skipped')),
    vitestRun(file('a', false, 'passed', 'passed')),
  )
  expect(results.unsteady).toEqual(['a'])
  expect(countResults(results)).toEqual({ passed: 2, failed: 0, skipped: 0 })
})

test("combineRuns: keeps failures that can't be repeated", () => {
  const first = vitestRun(file('a', true, 'failed'), file('b', true))
  expect(countResults(combineRuns(first, failedRun('no report')))).toEqual({
    passed: 0,
    failed: 3,
    skipped: 0,
  })
  const errors = vitestResults({ files: [file('a', true, 'failed')], errors: ['unheard'] })
  expect(countResults(combineRuns(errors, vitestRun(file('a', false, 'passed')))).failed).toBe(1)
})

test('formatCounts: mentions skipped tests only if there are any', () => {
  const counts = sumCounts([
    { passed: 8, failed: 0, skipped: 0 },
    { passed: 3, failed: 1, skipped: 0 },
  ])
  expect(formatCounts(counts)).toBe('11 passed, 1 failed')
  expect(formatCounts({ ...counts, skipped: 2 })).toBe('11 passed, 1 failed, 2 skipped')
})
