import type { Flows } from './flows.ts'
import type { besideExports, besideLogins, Measured, memories, Pair } from './measure.ts'
import type { besideImport } from './measureImport.ts'
import { p50, p95, type Row, ratio } from './report.ts'
import { perSecond } from './runLoad.ts'

/** What grows with the routes: measured again at every further size, by one client. */
export const reads = [
  ...(['list', 'middle', 'common', 'rare', 'day', 'months', 'avisos', 'resumen', 'free'] as const),
  ...(['board', 'check', 'price', 'words', 'prices', 'log', 'logFound', 'papers', 'papersFound'] as const),
  ...(['mine', 'expedientes', 'sheet', 'download'] as const),
]

export interface Reads {
  rutas: number
  flows: Record<(typeof reads)[number], Measured>
}

export interface Results extends Reads {
  flows: Record<keyof Flows | 'login', Measured>
  memory: Awaited<ReturnType<typeof memories>>
  logins: Awaited<ReturnType<typeof besideLogins>>
  exports: Awaited<ReturnType<typeof besideExports>>
  sheet: Awaited<ReturnType<typeof besideImport>>
}

const at = (measured: Measured, clients: number): Pair => {
  const pair = measured.get(clients)
  if (!pair) throw new Error(`${clients} clients were not measured`)
  return pair
}

const most = (what: string, measured: number, limit: number, unit: string): Row => ({
  what,
  measured,
  limit,
  unit,
})
const least = (...row: Parameters<typeof most>): Row => ({ ...most(...row), atLeast: true })
/** The median of one client, against the floor's. */
const times = (what: string, measured: Measured, limit: number, unit = '× floor') =>
  most(`${what}, p50 at 1 client`, ratio(at(measured, 1), p50), limit, unit)
const share = (what: string, measured: Measured, clients: number, limit: number) =>
  least(`${what}, calls at ${clients} clients`, ratio(at(measured, clients), perSecond), limit, '× floor')
const within = (what: string, measured: Measured, limit: number) =>
  most(`${what}, p50 at 1 client`, p50(at(measured, 1).product), limit, 'ms')
/** The median of one flow of the product's, against another. */
const asOther = (what: string, [one, other]: [Measured, Measured], limit: number, unit: string) =>
  most(`${what}, p50 at 1 client`, p50(at(one, 1).product) / p50(at(other, 1).product), limit, unit)

/** What stands; 1.6 × and 0.6 of the floor's calls were wished for. */
const written = (what: string, measured: Measured, most: number, calls: number) => [
  times(what, measured, most),
  share(what, measured, 16, calls),
]

const moneyOf = (flows: Results['flows']) => [
  within('saldos of 300 pilots', flows.saldos, 20),
  within('a page of movimientos', flows.movimientos, 5),
  within('what a pilot has to settle', flows.unsettled, 5),
  within('a page of settlements', flows.liquidaciones, 5),
  within('margin of 20,000 trips', flows.margen, 250),
  within('margin of 20,000 trips, a page', flows.margenRutas, 250),
]

const sheetOf = ({ preview, stored, lists, memory }: Results['sheet']) => [
  most('a sheet of 20,000 trips looked at', preview, 5, 's'),
  most('a sheet of 20,000 trips brought in', stored, 15, 's'),
  most("list's p50 beside that", lists, 3, '× alone'),
  most('program, more than before it', memory, 120, 'MB'),
]

/** What is asked of the product at the first size. */
export const rowsOf = ({ flows, memory, logins, exports, sheet }: Results): Row[] => [
  times('list page', flows.list, 1),
  share('list page', flows.list, 64, 0.9),
  within('page in the middle', flows.middle, 2.5),
  times('search, common words', flows.common, 1),
  most('search, common words, p95', p95(at(flows.common, 1).product), 60, 'ms'),
  // Both look into the same index: what stands, no more than the floor.
  times('search, rare words', flows.rare, 1),
  times('the day', flows.day, 2.1),
  share('the day', flows.day, 16, 0.5),
  // What stands: a session and what each call checks, beside a statement that does next to nothing.
  times('twelve months', flows.months, 3),
  asOther('what a pilot does first', [flows.mine, flows.list], 2.4, '× list page'),
  within('notices', flows.avisos, 10),
  within('their summary', flows.resumen, 5),
  within('who is free', flows.free, 8),
  within('the board', flows.board, 23),
  within('a page of prices', flows.prices, 5),
  within('a page of the log', flows.log, 5),
  within('a page of papers', flows.papers, 5),
  within('papers, searched', flows.papersFound, 8),
  within('the log, searched', flows.logFound, 8),
  ...moneyOf(flows),
  ...written('create', flows.create, 2.5, 0.45),
  ...written('create, with its key', flows.createOnce, 3.5, 0.37),
  ...written('status', flows.status, 2.1, 0.49),
  times('into Incidente and out of it', flows.incidente, 2.2),
  asOther('a trip changed in its form', [flows.put, flows.create], 2, '× create'),
  within('a hundred states at once', flows.hundred, 60),
  times('login', flows.login, 1.15, '× hash'),
  most("list's p99 beside four logins", logins.beside / logins.alone, 3.9, '× alone'),
  most('program, idle', memory.idle.program, 130, 'MB'),
  most('PostgreSQL, idle', memory.idle.postgres, 80, 'MB'),
  most('program, 64 clients', memory.load.program, 240, 'MB'),
  most('PostgreSQL, 64 clients', memory.load.postgres, 450, 'MB'),
  most('program, a minute after', memory.rested.program, 163, 'MB'),
  most("a ping's p99 beside three workbooks", exports.p99, 30, 'ms'),
  ...sheetOf(sheet),
]

/** How every read grows from one size to the next; a search of common words may more than the others. */
export const growthOf = (small: Reads, large: Reads): Row[] => [
  within(`page in the middle, ${large.rutas} routes`, large.flows.middle, 4),
  most(`search, common words, ${large.rutas} routes, p95`, p95(at(large.flows.common, 1).product), 60, 'ms'),
  ...reads.map((name) =>
    asOther(
      `${name}, ${large.rutas} routes`,
      [large.flows[name], small.flows[name]],
      name === 'common' ? 1.5 : 1.3,
      `× ${small.rutas} routes`,
    ),
  ),
]
