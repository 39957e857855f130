import { expect, test } from 'vitest'
import { type FlowName, type FlowResults, flowRows } from './limits.ts'
import { recordedCosts, recordedRows } from './recorded.ts'
import { isMissed } from './report.ts'

const baselineMs = 10
/** Flows that have a limit and may not be recorded yet cost as much as the probe. */
const costs = { session: 1, resumenSame: 1, facturasFound: 1, login: 1, ...recordedCosts() }

/** Returns results of a host this many times slower than another, each flow at its recorded cost. */
function resultsOf(slowness: number, cost: (name: string, recorded: number) => number): FlowResults {
  const sample = (ms: number) => ({ latencies: [ms * slowness], seconds: slowness, cpu: ms, shed: 0 })
  const pairOf = (name: string, recorded: number) => ({
    product: sample(cost(name, recorded)),
    baseline: sample(baselineMs),
    probe: sample(1),
  })
  return Object.fromEntries(
    Object.entries(costs).map(([name, recorded]) => [
      name,
      new Map([1, 16, 64].map((clients) => [clients, pairOf(name, recorded)])),
    ]),
  ) as FlowResults
}
const brokenFlows = (results: FlowResults) =>
  recordedRows(results)
    .filter(isMissed)
    .flatMap((row) => row.flows)

test('a host of a third of the speed breaks no limit', () => {
  const rows = (slowness: number) => {
    const results = resultsOf(slowness, (_, recorded) => recorded)
    return [...flowRows(results), ...recordedRows(results)]
  }
  expect(rows(3).map(({ what, measured }) => [what, measured.toPrecision(6)])).toEqual(
    rows(1).map(({ what, measured }) => [what, measured.toPrecision(6)]),
  )
  expect(brokenFlows(resultsOf(3, (_, recorded) => recorded))).toEqual([])
})

test('a flow that is 15 % slower is broken, and it alone', () => {
  for (const slow of Object.keys(recordedCosts()) as FlowName[])
    expect(brokenFlows(resultsOf(1, (name, recorded) => recorded * (name === slow ? 1.15 : 1)))).toEqual([
      slow,
    ])
})
