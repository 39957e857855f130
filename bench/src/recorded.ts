import { readFileSync, writeFileSync } from 'node:fs'
import { type FlowName, type FlowResults, probedP50 } from './limits.ts'
import type { SamplesByClients } from './measure.ts'
import type { LimitRow } from './report.ts'

// What each flow cost when it was last recorded, as a multiple of the probe.

const recordedUrl = new URL('../recorded.json', import.meta.url)
/** The number of trips with which the recorded costs were measured. */
export const recordedSize = 200_000

/** Writes the flows' costs, as multiples of the probe, to bench/recorded.json. */
export function writeCosts(results: FlowResults): void {
  const costs = Object.entries(results).map(([name, measured]) => [
    name,
    Number(probedP50(measured).toPrecision(3)),
  ])
  writeFileSync(recordedUrl, `${JSON.stringify(Object.fromEntries(costs), null, 2)}\n`)
}

/** Returns the recorded costs by the flow's name. */
export const recordedCosts = () => JSON.parse(readFileSync(recordedUrl, 'utf8')) as Record<string, number>

/** Limits each flow to its recorded cost, so that a slower flow shows before it reaches its limit. */
export const recordedRows = (results: FlowResults): LimitRow[] =>
  Object.entries(recordedCosts()).flatMap(([name, cost]) => {
    // The file names flows that exist; a removed one has no results.
    const measured = results[name as FlowName] as SamplesByClients | undefined
    if (!measured) return []
    const measuredCost = probedP50(measured) / cost
    return [{ what: `${name}, p50`, flows: [name], measured: measuredCost, limit: 1, unit: '× recorded' }]
  })
