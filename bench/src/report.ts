import type { SamplePair, SamplesByClients } from './measure.ts'
import { cpuPerCall, type LoadSample, percentile, perSecond } from './runLoad.ts'

const formatMs = (n: number) => n.toFixed(n < 10 ? 2 : 1)

const formatFigures = (sample: LoadSample) =>
  [0.5, 0.95, 0.99]
    .map((share) => formatMs(percentile(sample, share)).padStart(6))
    .join(' ')
    .concat(` ${perSecond(sample).toFixed(0).padStart(6)}/s ${formatMs(cpuPerCall(sample)).padStart(6)}`)

export const ratio = ({ product, floor }: SamplePair, of: (sample: LoadSample) => number): number =>
  floor ? of(product) / of(floor) : Number.NaN
export const p50 = (sample: LoadSample): number => percentile(sample, 0.5)
export const p95 = (sample: LoadSample): number => percentile(sample, 0.95)

export const heading = `${' '.repeat(36)}product: p50 p95 p99 ms, calls, CPU ms | floor                             | product ÷ floor: p50, calls, CPU`

/** A line for each number of clients. */
export const formatFlow = (name: string, measured: SamplesByClients): string[] =>
  [...measured].map(([clients, pair], i) => {
    const { product, floor } = pair
    const head = `${(i === 0 ? name : '').padEnd(32)}${String(clients).padStart(3)} ${formatFigures(product)}`
    const shed = product.shed > 0 ? `  ${product.shed} told 503` : ''
    if (!floor) return `${head}${shed}`
    const ratios = [p50, perSecond, cpuPerCall].map((of) => ratio(pair, of).toFixed(2)).join('  ')
    return `${head} | ${formatFigures(floor)} | ${ratios}${shed}`
  })

/** What calls at an even rate cost: the CPU of a minute, and how long one takes. */
export function formatMinute(name: string, sample: LoadSample): string {
  const cpu = (sample.cpu / sample.seconds) * 60
  const core = `${(cpu / 600).toFixed(1)} % of a core`
  return `${name}: ${cpu.toFixed(0)} ms of CPU a minute (${core}), p50 ${formatMs(p50(sample))}, p95 ${formatMs(p95(sample))} ms a call`
}

/** A limit of the issue: what was measured is to be at most, or at least, so much. */
export interface LimitRow {
  what: string
  measured: number
  limit: number
  unit: string
  atLeast?: boolean
}

/** A bar that is missed by no more than this may have been missed by the machine. */
const toleratedShare = 0.15

/** Whether it is missed by more than a noisy minute explains: a measure that is not there is. */
export const isMissed = ({ measured, limit, atLeast = false }: LimitRow): boolean =>
  atLeast ? !(measured >= limit * (1 - toleratedShare)) : !(measured <= limit * (1 + toleratedShare))

export function formatVerdict(row: LimitRow): string {
  const { what, measured, limit, unit, atLeast = false } = row
  const isMet = atLeast ? measured >= limit : measured <= limit
  const asked = `${atLeast ? '≥' : '≤'} ${limit} ${unit}`
  const word = isMet ? 'met' : isMissed(row) ? 'broken' : 'missed'
  return `${word.padEnd(6)}  ${what.padEnd(44)} ${measured.toFixed(2).padStart(9)}  ${asked}`
}
