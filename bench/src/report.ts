import { cpuPerCall, percentile, perSecond, type Sample } from './drive.ts'
import type { Measured, Pair } from './measure.ts'

const ms = (n: number) => n.toFixed(n < 10 ? 2 : 1)

const figures = (sample: Sample) =>
  [0.5, 0.95, 0.99]
    .map((share) => ms(percentile(sample, share)).padStart(6))
    .join(' ')
    .concat(` ${perSecond(sample).toFixed(0).padStart(6)}/s ${ms(cpuPerCall(sample)).padStart(6)}`)

export const ratio = (pair: Pair, of: (sample: Sample) => number): number => of(pair.product) / of(pair.floor)
export const p50 = (sample: Sample): number => percentile(sample, 0.5)

export const heading = `${' '.repeat(36)}product: p50 p95 p99 ms, calls, CPU ms | floor                             | product ÷ floor: p50, calls, CPU`

/** A line for each number of clients. */
export const linesOf = (name: string, measured: Measured): string[] =>
  [...measured].map(([clients, pair], i) => {
    const ratios = [p50, perSecond, cpuPerCall].map((of) => ratio(pair, of).toFixed(2)).join('  ')
    const head = `${(i === 0 ? name : '').padEnd(32)}${String(clients).padStart(3)}`
    const shed = pair.product.shed > 0 ? `  ${pair.product.shed} told 503` : ''
    return `${head} ${figures(pair.product)} | ${figures(pair.floor)} | ${ratios}${shed}`
  })

/** A limit of the issue: what was measured is to be at most, or at least, so much. */
export interface Row {
  what: string
  measured: number
  limit: number
  unit: string
  atLeast?: boolean
}

export function verdict({ what, measured, limit, unit, atLeast = false }: Row): string {
  const isMet = atLeast ? measured >= limit : measured <= limit
  const asked = `${atLeast ? '≥' : '≤'} ${limit} ${unit}`
  return `${isMet ? 'met   ' : 'missed'}  ${what.padEnd(44)} ${measured.toFixed(2).padStart(9)}  ${asked}`
}
