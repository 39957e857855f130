import type { Flows } from './flows.ts'
import type {
  measureDuringExports,
  measureDuringLogins,
  measureMemory,
  SamplePair,
  SamplesByClients,
} from './measure.ts'
import type { measureDuringImport } from './measureImport.ts'
import { type LimitRow, p50, p95, ratio } from './report.ts'
import { perSecond } from './runLoad.ts'

/** Flows whose cost may grow with the trips: measured at every further size with one client. */
export const scaledReads = [
  ...(['list', 'middle', 'common', 'rare', 'day', 'months', 'avisos', 'resumen', 'free'] as const),
  ...(['board', 'check', 'price', 'words', 'prices', 'log', 'logFound', 'papers', 'papersFound'] as const),
  ...(['mine', 'expedientes', 'sheet', 'download'] as const),
]

export interface ReadResults {
  rutas: number
  flows: Record<(typeof scaledReads)[number], SamplesByClients>
}

export interface Results extends ReadResults {
  flows: Record<keyof Flows | 'login', SamplesByClients>
  memory: Awaited<ReturnType<typeof measureMemory>>
  logins: Awaited<ReturnType<typeof measureDuringLogins>>
  exports: Awaited<ReturnType<typeof measureDuringExports>>
  sheet: Awaited<ReturnType<typeof measureDuringImport>>
}

const samplesAt = (measured: SamplesByClients, clients: number): SamplePair => {
  const pair = measured.get(clients)
  if (!pair) throw new Error(`Flow was not measured with ${clients} clients`)
  return pair
}

const atMost = (what: string, measured: number, limit: number, unit: string): LimitRow => ({
  what,
  measured,
  limit,
  unit,
})
const p50AtMost = (what: string, measured: number, limit: number, unit: string) =>
  atMost(`${what}, p50 at 1 client`, measured, limit, unit)
const productP50 = (measured: SamplesByClients) => p50(samplesAt(measured, 1).product)
const p50Within = (what: string, measured: SamplesByClients, limit: number) =>
  p50AtMost(what, productP50(measured), limit, 'ms')
/** Limits the median with one client, relative to the baseline. */
const p50AgainstBaseline = (what: string, measured: SamplesByClients, limit: number, unit = '× baseline') =>
  p50AtMost(what, ratio(samplesAt(measured, 1), p50), limit, unit)
/** Limits the calls per second, relative to the baseline. */
const callsAgainstBaseline = (what: string, measured: SamplesByClients, clients: number, limit: number) => ({
  ...atMost(
    `${what}, calls at ${clients} clients`,
    ratio(samplesAt(measured, clients), perSecond),
    limit,
    '× baseline',
  ),
  atLeast: true,
})
const commonSearchP95 = (what: string, flows: ReadResults['flows']) =>
  atMost(`${what}, p95`, p95(samplesAt(flows.common, 1).product), 60, 'ms')

/** Present limits. The targets were 1.6 × the latency and 0.6 of the throughput. */
const writeLimits = (what: string, measured: SamplesByClients, maxRatio: number, minThroughput: number) => [
  p50AgainstBaseline(what, measured, maxRatio),
  callsAgainstBaseline(what, measured, 16, minThroughput),
]

const moneyLimits = (flows: Results['flows']) => [
  p50Within('saldos of 300 pilots', flows.saldos, 20),
  p50Within('a page of movimientos', flows.movimientos, 5),
  p50Within('unsettled movements of a pilot', flows.unsettled, 5),
  p50Within('movements, searched', flows.movimientosFound, 5),
  p50Within('a page of settlements', flows.liquidaciones, 5),
  p50Within('margin of 20,000 trips', flows.margen, 250),
  p50AtMost(
    'margin of 20,000 trips, a page',
    productP50(flows.margenRutas) / productP50(flows.margen),
    0.2,
    '× sums',
  ),
]

const receivableLimits = (flows: Results['flows']) => [
  p50Within('a page of invoices', flows.facturas, 5),
  p50Within('invoices, searched', flows.facturasFound, 5),
  p50Within('a page of payments', flows.cobros, 5),
  p50Within('receivables of 2,000 clients', flows.porCobrar, 20),
  p50Within('trips to invoice of 2,000 clients', flows.porFacturar, 20),
]

const fleetLimits = (flows: Results['flows']) => [
  p50Within('a page of fuel fill-ups', flows.cargas, 5),
  p50Within('a page of plans', flows.planes, 5),
  p50Within('cost per km of 300 trucks, a year', flows.rendimiento, 150),
  p50Within('a fill-up of a truck with 1,000', flows.carga, 20),
]

const recordLimits = (flows: Results['flows']) => [
  ...moneyLimits(flows),
  ...receivableLimits(flows),
  ...fleetLimits(flows),
]

const sheetLimits = (sheet: Results['sheet']) => [
  atMost('a sheet of 20,000 trips previewed', sheet.preview, 5, 's'),
  atMost('a sheet of 20,000 trips imported', sheet.stored, 15, 's'),
  atMost("list's p50 during the import", sheet.lists, 3, '× alone'),
  atMost('program, more than before it', sheet.memory, 120, 'MB'),
]

export const limitRows = ({ flows, memory, logins, exports, sheet }: Results): LimitRow[] => [
  p50AgainstBaseline('list page', flows.list, 1),
  callsAgainstBaseline('list page', flows.list, 64, 0.9),
  p50Within('page in the middle', flows.middle, 2.5),
  p50AgainstBaseline('search, common words', flows.common, 1),
  commonSearchP95('search, common words', flows),
  // Both search the same index.
  p50AgainstBaseline('search, rare words', flows.rare, 1),
  p50AgainstBaseline('the day', flows.day, 2.1),
  callsAgainstBaseline('the day', flows.day, 16, 0.5),
  // Session and checks of a call cost more than the statement itself.
  p50AgainstBaseline('twelve months', flows.months, 3),
  p50AtMost('own trips of a pilot', productP50(flows.mine) / productP50(flows.list), 2.4, '× list page'),
  p50Within('notices', flows.avisos, 10),
  p50Within('their summary', flows.resumen, 5),
  p50Within('free resources', flows.free, 8),
  p50Within('the board', flows.board, 20),
  p50Within('a page of prices', flows.prices, 5),
  p50Within('a page of the log', flows.log, 5),
  p50Within('a page of papers', flows.papers, 5),
  p50Within('papers, searched', flows.papersFound, 8),
  p50Within('the log, searched', flows.logFound, 8),
  ...recordLimits(flows),
  ...writeLimits('create', flows.create, 2.5, 0.45),
  ...writeLimits('create, with its key', flows.createOnce, 3.5, 0.37),
  ...writeLimits('status', flows.status, 2.1, 0.49),
  p50AgainstBaseline('to Incidente and back', flows.incidente, 2.2),
  p50AtMost('a trip changed in its form', productP50(flows.put) / productP50(flows.create), 2, '× create'),
  p50Within('a hundred states at once', flows.hundred, 45),
  p50AgainstBaseline('login', flows.login, 1.15, '× hash'),
  atMost("list's p99 during four logins", logins.duringLogins / logins.alone, 3.9, '× alone'),
  atMost('program, idle', memory.idle.program, 130, 'MB'),
  atMost('PostgreSQL, idle', memory.idle.postgres, 80, 'MB'),
  atMost('program, 64 clients', memory.load.program, 240, 'MB'),
  atMost('PostgreSQL, 64 clients', memory.load.postgres, 450, 'MB'),
  atMost('program, a minute after', memory.rested.program, 163, 'MB'),
  atMost("a ping's p99 during three exports", exports.p99, 30, 'ms'),
  ...sheetLimits(sheet),
]

/** Limits the growth from one size to the next. */
export const growthRows = (small: ReadResults, large: ReadResults): LimitRow[] => [
  p50Within(`page in the middle, ${large.rutas} routes`, large.flows.middle, 4),
  commonSearchP95(`search, common words, ${large.rutas} routes`, large.flows),
  ...scaledReads.map((name) =>
    p50AtMost(
      `${name}, ${large.rutas} routes`,
      productP50(large.flows[name]) / productP50(small.flows[name]),
      1.3,
      `× ${small.rutas} routes`,
    ),
  ),
]
