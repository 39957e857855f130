import { perSecond } from './drive.ts'
import type { Flows } from './flows.ts'
import type { besideExports, besideLogins, Measured, memories, Pair } from './measure.ts'
import { p50, type Row, ratio } from './report.ts'

export interface Results {
  rutas: number
  flows: Record<keyof Flows | 'login', Measured>
  memory: Awaited<ReturnType<typeof memories>>
  logins: Awaited<ReturnType<typeof besideLogins>>
  exports: Awaited<ReturnType<typeof besideExports>>
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
const calls = (what: string, measured: Measured, limit: number) =>
  least(`${what} at 16 clients`, perSecond(at(measured, 16).product), limit, 'a second')

const quickly = (what: string, measured: Measured) => most(what, p50(at(measured, 1).product), 5, 'ms')

/** What is asked of the product at one size. */
export const rowsOf = ({ rutas, flows, memory, logins, exports }: Results): Row[] => [
  times('list page', flows.list, 1),
  share('list page', flows.list, 64, 0.9),
  most('page in the middle', p50(at(flows.middle, 1).product), rutas > 500_000 ? 4 : 2.5, 'ms'),
  times('search, common words', flows.common, 1),
  times('search, rare words', flows.rare, 0.25),
  times('the day', flows.day, 1.5),
  share('the day', flows.day, 16, 0.6),
  times('twelve months', flows.months, 1.3),
  quickly('a page of prices', flows.prices),
  quickly('a page of the log', flows.log),
  quickly('a page of papers', flows.papers),
  times('create', flows.create, 1.8),
  calls('create', flows.create, 1000),
  times('status', flows.status, 2),
  calls('status', flows.status, 1200),
  times('login', flows.login, 1.15, '× hash'),
  most("list's p99 beside four logins", logins.beside / logins.alone, 3, '× alone'),
  most('program, idle', memory.idle.program, 110, 'MB'),
  most('PostgreSQL, idle', memory.idle.postgres, 80, 'MB'),
  most('program, 64 clients', memory.load.program, 240, 'MB'),
  most('PostgreSQL, 64 clients', memory.load.postgres, 450, 'MB'),
  most('program, a minute after', memory.rested.program, 150, 'MB'),
  most("a ping's p99 beside three workbooks", exports.p99, 30, 'ms'),
]

/** How every read grows from one size to the next. */
export const growthOf = (small: Results, large: Results): Row[] =>
  (['list', 'middle', 'common', 'rare', 'day', 'months'] as const).map((name) => {
    const [before, after] = [small, large].map(({ flows }) => p50(at(flows[name], 1).product))
    return most(
      `${name}, ${large.rutas} routes`,
      (after ?? 0) / (before ?? 1),
      1.3,
      `× ${small.rutas} routes`,
    )
  })
