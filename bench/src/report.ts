import type { SamplePair, SamplesByClients } from './measure.ts'
import { cpuPerCall, type LoadSample, percentile, perSecond } from './runLoad.ts'

const formatMs = (n: number) => n.toFixed(n < 10 ? 2 : 1)

const formatFigures = (sample: LoadSample) =>
  [0.5, 0.95, 0.99]
    .map((share) => formatMs(percentile(sample, share)).padStart(6))
    .join(' ')
    .concat(` ${perSecond(sample).toFixed(0).padStart(6)}/s ${formatMs(cpuPerCall(sample)).padStart(6)}`)

export const ratio = ({ product, baseline }: SamplePair, of: (sample: LoadSample) => number): number =>
  baseline ? of(product) / of(baseline) : Number.NaN
export const cpuRatio = (pair: SamplePair): number => ratio(pair, cpuPerCall)
export const p50 = (sample: LoadSample): number => percentile(sample, 0.5)
export const p95 = (sample: LoadSample): number => percentile(sample, 0.95)

export const heading = `${' '.repeat(36)}product: p50 p95 p99 ms, calls, CPU ms | baseline                         | product ÷ baseline: p50, calls, CPU`

export const formatFlow = (name: string, measured: SamplesByClients): string[] =>
  [...measured].map(([clients, pair], i) => {
    const { product, baseline } = pair
    const head = `${(i === 0 ? name : '').padEnd(32)}${String(clients).padStart(3)} ${formatFigures(product)}`
    const shed = product.shed > 0 ? `  ${product.shed} rejected with 503` : ''
    if (!baseline) return `${head}${shed}`
    const ratios = [p50, perSecond, cpuPerCall].map((of) => ratio(pair, of).toFixed(2)).join('  ')
    return `${head} | ${formatFigures(baseline)} | ${ratios}${shed}`
  })

/** Returns the CPU of a run in % of a core. */
export const coreShare = ({ cpu, seconds }: LoadSample): number => cpu / seconds / 10

/** Formats the CPU and the latency at a constant rate. */
export function formatPolling(name: string, sample: LoadSample): string {
  return `${name}: ${coreShare(sample).toFixed(1)} % of a core, p50 ${formatMs(p50(sample))}, p95 ${formatMs(p95(sample))} ms a call`
}

/** Limit of a measured value: a maximum, or a minimum with `atLeast`. */
export interface LimitRow {
  what: string
  measured: number
  limit: number
  unit: string
  atLeast?: boolean
  /** The flows of the figure. They can be measured again. */
  flows?: string[]
}

/** Share by which noise may exceed a limit, after the repeats. */
const toleratedShare = 0.12

/** Returns the row with the better figure. */
export const betterRow = (a: LimitRow, b: LimitRow): LimitRow =>
  (a.atLeast ? a.measured >= b.measured : a.measured <= b.measured) ? a : b

/** Returns whether the limit is exceeded by more than noise explains. NaN counts as missed. */
export const isMissed = ({ measured, limit, atLeast = false }: LimitRow): boolean =>
  atLeast ? !(measured >= limit * (1 - toleratedShare)) : !(measured <= limit * (1 + toleratedShare))

export function formatVerdict(row: LimitRow): string {
  const { what, measured, limit, unit, atLeast = false } = row
  const isMet = atLeast ? measured >= limit : measured <= limit
  const bound = `${atLeast ? '≥' : '≤'} ${limit} ${unit}`
  const word = isMet ? 'met' : isMissed(row) ? 'broken' : 'missed'
  return `${word.padEnd(6)}  ${what.padEnd(44)} ${measured.toFixed(2).padStart(9)}  ${bound}`
}
