import type { Measured, Pair } from './measure.ts'
import { cpuPerCall, percentile, perSecond, type Sample } from './runLoad.ts'

const ms = (n: number) => n.toFixed(n < 10 ? 2 : 1)

const figures = (sample: Sample) =>
  [0.5, 0.95, 0.99]
    .map((share) => ms(percentile(sample, share)).padStart(6))
    .join(' ')
    .concat(` ${perSecond(sample).toFixed(0).padStart(6)}/s ${ms(cpuPerCall(sample)).padStart(6)}`)

export const ratio = ({ product, floor }: Pair, of: (sample: Sample) => number): number =>
  floor ? of(product) / of(floor) : Number.NaN
export const p50 = (sample: Sample): number => percentile(sample, 0.5)
export const p95 = (sample: Sample): number => percentile(sample, 0.95)

export const heading = `${' '.repeat(36)}product: p50 p95 p99 ms, calls, CPU ms | floor                             | product ÷ floor: p50, calls, CPU`

/** A line for each number of clients. */
export const linesOf = (name: string, measured: Measured): string[] =>
  [...measured].map(([clients, pair], i) => {
    const { product, floor } = pair
    const head = `${(i === 0 ? name : '').padEnd(32)}${String(clients).padStart(3)} ${figures(product)}`
    const shed = product.shed > 0 ? `  ${product.shed} told 503` : ''
    if (!floor) return `${head}${shed}`
    const ratios = [p50, perSecond, cpuPerCall].map((of) => ratio(pair, of).toFixed(2)).join('  ')
    return `${head} | ${figures(floor)} | ${ratios}${shed}`
  })

/** What calls at an even rate cost: the CPU of a minute, and how long one takes. */
export function minuteLine(name: string, sample: Sample): string {
  const cpu = (sample.cpu / sample.seconds) * 60
  const core = `${(cpu / 600).toFixed(1)} % of a core`
  return `${name}: ${cpu.toFixed(0)} ms of CPU a minute (${core}), p50 ${ms(p50(sample))}, p95 ${ms(p95(sample))} ms a call`
}

/** A limit of the issue: what was measured is to be at most, or at least, so much. */
export interface Row {
  what: string
  measured: number
  limit: number
  unit: string
  atLeast?: boolean
}

/** A bar that is missed by no more than this may have been missed by the machine. */
const tolerance = 0.15

/** Whether it is missed by more than a noisy minute explains: a measure that is not there is. */
export const isBroken = ({ measured, limit, atLeast = false }: Row): boolean =>
  atLeast ? !(measured >= limit * (1 - tolerance)) : !(measured <= limit * (1 + tolerance))

export function verdict(row: Row): string {
  const { what, measured, limit, unit, atLeast = false } = row
  const isMet = atLeast ? measured >= limit : measured <= limit
  const asked = `${atLeast ? '≥' : '≤'} ${limit} ${unit}`
  const word = isMet ? 'met' : isBroken(row) ? 'broken' : 'missed'
  return `${word.padEnd(6)}  ${what.padEnd(44)} ${measured.toFixed(2).padStart(9)}  ${asked}`
}
