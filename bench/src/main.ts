import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { prepare, type Running, run } from './environment.ts'
import type { Flow } from './flow.ts'
import { flowsOf, login } from './flows.ts'
import { growthOf, type Reads, type Results, reads, rowsOf } from './limits.ts'
import {
  besideExports,
  besideLogins,
  type Effort,
  inTurns,
  type Measured,
  memories,
  pilots,
  pilotsMinute,
} from './measure.ts'
import { besideImport } from './measureImport.ts'
import { heading, isBroken, linesOf, minuteLine, type Row, verdict } from './report.ts'

// npm run bench [-- --quick] [--rows 200000,1000000] [--only list,create] [--data folder that is kept]
// [--seconds 1 of each run] [--server postgres://… on this machine, whose database is filled where it is empty]

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rows: { type: 'string' },
    only: { type: 'string' },
    data: { type: 'string' },
    server: { type: 'string' },
    seconds: { type: 'string' },
  },
})
const sizes = (values.rows ?? (values.quick ? '20000' : '200000')).split(',').map(Number)
const { server } = values
const only = values.only?.split(',')
const seconds = Number(values.seconds ?? (values.quick ? 0.5 : 1.5))
const effort: Effort = {
  clients: [1, 16, 64],
  seconds,
  ...(values.quick ? { rounds: 1, rest: 5 } : { rounds: 2, rest: 60 }),
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

const commit = () => {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

type Flows = Record<string, Flow>

/** Each of these flows, but for those that were not asked for, told as they are measured. */
async function measureFlows(running: Running, flows: Flows, how: Effort): Promise<Map<string, Measured>> {
  const measured = new Map<string, Measured>()
  for (const [name, flow] of Object.entries(flows)) {
    if (only && !only.includes(name)) continue
    const result = await inTurns(running, flow, flow.isRare ? { ...how, clients: [1] } : how)
    measured.set(name, result)
    for (const line of linesOf(flow.name, result)) say(line)
  }
  return measured
}

async function atSize<T>(
  folder: string,
  rutas: number,
  measure: (running: Running) => Promise<T>,
): Promise<T> {
  const dataDir = join(folder, `data-${rutas}`)
  const seconds = await prepare({ dataDir, server }, rutas)
  say(`\n${rutas} routes${seconds > 0 ? `, made in ${seconds.toFixed(0)} s` : ''}\n${heading}`)
  const running = await run({ dataDir, server }, rutas)
  try {
    return await measure(running)
  } finally {
    await running.stop()
  }
}

const measureAll = (folder: string, rutas: number) =>
  atSize(folder, rutas, async (running): Promise<Results | undefined> => {
    const flows: Flows = { ...flowsOf(running.setting), login }
    const { list, mine, expedientes } = flowsOf(running.setting)
    // Of a program that nobody has called yet.
    const memory = only ? undefined : await memories(running, list, effort)
    const measured = await measureFlows(running, flows, effort)
    if (!memory) return undefined
    const logins = await besideLogins(running, list, 2 * effort.seconds)
    const exports = await besideExports(running, running.tokens)
    const minute = await pilotsMinute(running, [mine, expedientes], values.quick ? 3 : 20)
    say(minuteLine(`${pilots} pilots each minute, both calls`, minute))
    const sheet = await besideImport(running)
    // Each of them was measured above.
    return { rutas, flows: Object.fromEntries(measured) as Results['flows'], memory, logins, exports, sheet }
  })

/** Of a further size only what grows with it. */
const measureReads = (folder: string, rutas: number) =>
  atSize(folder, rutas, async (running): Promise<Reads> => {
    const flows: Flows = flowsOf(running.setting)
    const these = Object.fromEntries(reads.flatMap((name) => (flows[name] ? [[name, flows[name]]] : [])))
    const measured = await measureFlows(running, these, { ...effort, clients: [1] })
    return { rutas, flows: Object.fromEntries(measured) as Reads['flows'] }
  })

const folder = values.data ? resolve(values.data) : mkdtempSync(join(tmpdir(), 'flota-bench-'))
mkdirSync(folder, { recursive: true })
// The user that PostgreSQL runs as has to pass.
chmodSync(folder, 0o755)
try {
  say(`${cpus()[0]?.model} × ${cpus().length} · Node ${process.versions.node} · commit ${commit()}`)
  say(`${effort.rounds} × ${effort.seconds} s of each flow and number of clients`)
  const [first = 0, ...further] = sizes
  const small = await measureAll(folder, first)
  const larger: Reads[] = []
  for (const rutas of further) larger.push(await measureReads(folder, rutas))
  const judge = (rows: Row[]) => {
    for (const row of rows) say(verdict(row))
    // A quick run tells whether it works, not how fast it is.
    if (!values.quick && rows.some(isBroken)) process.exitCode = 1
  }
  if (small) {
    say('')
    judge([...rowsOf(small), ...larger.flatMap((large) => growthOf(small, large))])
  }
} finally {
  if (!values.data) rmSync(folder, { recursive: true, force: true })
}
