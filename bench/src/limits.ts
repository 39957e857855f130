import type { Flows } from './flows.ts'
import type {
  measureDuringExports,
  measureDuringLogins,
  measureMemory,
  SamplePair,
  SamplesByClients,
} from './measure.ts'
import type { measureDuringImport } from './measureImport.ts'
import { cpuRatio, type LimitRow, p50, p95, ratio } from './report.ts'
import { perSecond } from './runLoad.ts'

/** Flows whose cost may grow with the trips: measured at every further size with one client. */
export const scaledReads = [
  ...(['list', 'middle', 'common', 'rare', 'day', 'months', 'avisos', 'resumen', 'free'] as const),
  ...(['board', 'check', 'price', 'words', 'prices', 'log', 'logFound', 'papers', 'papersFound'] as const),
  ...(['mine', 'expedientes', 'sheet', 'download'] as const),
]

type ScaledRead = (typeof scaledReads)[number]
export type FlowName = keyof Flows | 'login'
export type FlowResults<Name extends FlowName = FlowName> = Record<Name, SamplesByClients>

export interface Results {
  memory: Awaited<ReturnType<typeof measureMemory>>
  logins: Awaited<ReturnType<typeof measureDuringLogins>>
  exports: Awaited<ReturnType<typeof measureDuringExports>>
  sheet: Awaited<ReturnType<typeof measureDuringImport>>
  /** CPU of the pilots' polling in % of a core. */
  pollingCore: number
  /** The probe's median in ms beside each of these. */
  probeMs: number
}

/**
 * The probe's median on the host of the limits in ms. A time of another host is multiplied by this and divided
 * by the probe beside it, so that a limit judges the product and not the host.
 */
const referenceProbeMs = 0.77

const samplesAt = (measured: SamplesByClients, clients: number): SamplePair => {
  const pair = measured.get(clients)
  if (!pair) throw new Error(`Flow was not measured with ${clients} clients`)
  return pair
}

/** Returns the median with one client as a multiple of the probe's. */
export const probedP50 = (measured: SamplesByClients): number => {
  const { product, probe } = samplesAt(measured, 1)
  return probe ? p50(product) / p50(probe) : Number.NaN
}
/** Returns a percentile with one client in ms of the limits' host. */
const referenceMs = (measured: SamplesByClients, of = p50): number => {
  const { product, probe } = samplesAt(measured, 1)
  return probe ? (of(product) / p50(probe)) * referenceProbeMs : Number.NaN
}

/** A limit of flows, with the way to its figure. */
interface FlowLimit extends Omit<LimitRow, 'measured'> {
  flows: FlowName[]
  measure: (results: FlowResults) => number
}

const atMost = (what: string, measured: number, limit: number, unit: string): LimitRow => ({
  what,
  measured,
  limit,
  unit,
})
const within = (what: string, flow: FlowName, limit: number): FlowLimit => ({
  what: `${what}, p50 at 1 client`,
  flows: [flow],
  limit,
  unit: 'ms',
  measure: (results) => referenceMs(results[flow]),
})
/** Limits the median with one client, relative to the baseline. */
const againstBaseline = (what: string, flow: FlowName, limit: number, unit = '× baseline'): FlowLimit => ({
  what: `${what}, p50 at 1 client`,
  flows: [flow],
  limit,
  unit,
  measure: (results) => ratio(samplesAt(results[flow], 1), p50),
})
/** Limits the CPU of a call with 16 clients, relative to the baseline. */
const cpuAgainstBaseline = (what: string, flow: FlowName, limit: number): FlowLimit => ({
  what: `${what}, CPU at 16 clients`,
  flows: [flow],
  limit,
  unit: '× baseline',
  measure: (results) => cpuRatio(samplesAt(results[flow], 16)),
})
/** Limits the calls per second, relative to the baseline. */
const callsAgainstBaseline = (what: string, flow: FlowName, clients: number, limit: number): FlowLimit => ({
  what: `${what}, calls at ${clients} clients`,
  flows: [flow],
  limit,
  unit: '× baseline',
  atLeast: true,
  measure: (results) => ratio(samplesAt(results[flow], clients), perSecond),
})
/** Limits the median with one client, relative to another flow's. */
const againstFlow = (what: string, flow: FlowName, limit: number, other: FlowName): FlowLimit => ({
  what: `${what}, p50 at 1 client`,
  flows: [flow, other],
  limit,
  unit: `× ${other}`,
  measure: (results) => probedP50(results[flow]) / probedP50(results[other]),
})
const commonSearchP95 = (what: string): FlowLimit => ({
  what: `${what}, p95`,
  flows: ['common'],
  limit: 60,
  unit: 'ms',
  measure: ({ common }) => referenceMs(common, p95),
})

const writeLimits = (what: string, flow: FlowName, p50Limit: number, cpuLimit: number) => [
  againstBaseline(what, flow, p50Limit),
  cpuAgainstBaseline(what, flow, cpuLimit),
]

const moneyLimits = [
  within('saldos of 300 pilots', 'saldos', 20),
  within('a page of movimientos', 'movimientos', 5),
  within('movimientos, searched', 'movimientosFound', 5),
  within('unsettled movements of a pilot', 'unsettled', 5),
  within('a page of settlements', 'liquidaciones', 5),
  within('margin of 20,000 trips', 'margen', 250),
  againstFlow('margin of 20,000 trips, a page', 'margenRutas', 0.2, 'margen'),
]

const receivableLimits = [
  within('a page of invoices', 'facturas', 5),
  within('invoices, searched', 'facturasFound', 5),
  within('a page of payments', 'cobros', 5),
  within('receivables of 2,000 clients', 'porCobrar', 20),
  within('trips to invoice of 2,000 clients', 'porFacturar', 20),
]

const fleetLimits = [
  within('a page of fuel fill-ups', 'cargas', 5),
  within('a page of plans', 'planes', 5),
  within('cost per km of 300 trucks, a year', 'rendimiento', 150),
  within('a fill-up of a truck with 1,000', 'carga', 20),
]

const pollLimits = [
  againstFlow('own trips of a pilot', 'mine', 2.4, 'list'),
  againstFlow('delivery details of own trips', 'expedientes', 2.4, 'list'),
  within('notices', 'avisos', 10),
  within('their summary', 'resumen', 5),
  againstFlow('their summary, unchanged', 'resumenSame', 1.5, 'session'),
]

const flowLimits: FlowLimit[] = [
  againstBaseline('list page', 'list', 1),
  callsAgainstBaseline('list page', 'list', 64, 0.9),
  within('page in the middle', 'middle', 2.5),
  againstBaseline('search, common words', 'common', 1),
  commonSearchP95('search, common words'),
  // Both search the same index.
  againstBaseline('search, rare words', 'rare', 1),
  againstBaseline('the day', 'day', 2.1),
  callsAgainstBaseline('the day', 'day', 16, 0.5),
  // Checks of a call cost more than the statement itself.
  againstBaseline('twelve months', 'months', 3),
  ...pollLimits,
  againstFlow('free resources', 'free', 2, 'list'),
  within('the check before assigning', 'check', 1.5),
  within('the board', 'board', 20),
  within('a page of prices', 'prices', 5),
  within('a page of the log', 'log', 5),
  within('a page of papers', 'papers', 5),
  within('papers, searched', 'papersFound', 8),
  within('the log, searched', 'logFound', 8),
  ...moneyLimits,
  ...receivableLimits,
  ...fleetLimits,
  ...writeLimits('create', 'create', 1.7, 1.8),
  ...writeLimits('create, with its key', 'createOnce', 2.1, 2.1),
  ...writeLimits('status', 'status', 1.7, 1.8),
  againstBaseline('to Incidente and back', 'incidente', 2.2),
  againstFlow('a trip changed in its form', 'put', 1.5, 'create'),
  within('a hundred states at once', 'hundred', 45),
  againstBaseline('login', 'login', 1.15, '× hash'),
]

export const flowRows = (results: FlowResults): LimitRow[] =>
  flowLimits.map(({ measure, ...limit }) => ({ ...limit, measured: measure(results) }))

/** Rows that belong to no flow. Their times are in ms and s of the limits' host. */
export function otherRows({ memory, logins, exports, sheet, pollingCore, probeMs }: Results): LimitRow[] {
  const host = probeMs / referenceProbeMs
  return [
    atMost('300 pilots who ask each minute', pollingCore / host, 4, '% of a core'),
    atMost("list's p99 during four logins", logins.duringLogins / logins.alone, 3.9, '× alone'),
    atMost('program, idle', memory.idle.program, 130, 'MB'),
    atMost('PostgreSQL, idle', memory.idle.postgres, 80, 'MB'),
    atMost('program, 64 clients', memory.load.program, 240, 'MB'),
    atMost('PostgreSQL, 64 clients', memory.load.postgres, 450, 'MB'),
    atMost('program, a minute after', memory.rested.program, 163, 'MB'),
    atMost("a ping's p99 during three exports", exports.p99 / host, 30, 'ms'),
    atMost('a sheet of 20,000 trips previewed', sheet.preview / host, 5, 's'),
    atMost('a sheet of 20,000 trips imported', sheet.stored / host, 15, 's'),
    atMost("list's p50 during the import", sheet.lists, 3, '× alone'),
    atMost('program, more than before it', sheet.memory, 120, 'MB'),
  ]
}

/** Limits the growth from one size to the next. */
export const growthRows = (
  small: FlowResults,
  large: FlowResults<ScaledRead>,
  sizes: { small: number; large: number },
): LimitRow[] => [
  {
    ...within(`page in the middle, ${sizes.large} routes`, 'middle', 4),
    measured: referenceMs(large.middle),
  },
  {
    ...commonSearchP95(`search, common words, ${sizes.large} routes`),
    measured: referenceMs(large.common, p95),
  },
  ...scaledReads.map((name) => ({
    what: `${name}, ${sizes.large} routes, p50 at 1 client`,
    flows: [name],
    measured: probedP50(large[name]) / probedP50(small[name]),
    limit: 1.3,
    unit: `× ${sizes.small} routes`,
  })),
]
