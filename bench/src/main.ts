import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BenchEnvironment, prepareData, startEnvironment } from './environment.ts'
import type { Flow } from './flow.ts'
import { buildFlows, login } from './flows.ts'
import { growthRows, limitRows, type ReadResults, type Results, scaledReads } from './limits.ts'
import {
  measureDuringExports,
  measureDuringLogins,
  measureFlow,
  measureMemory,
  measurePilotPolling,
  pollingPilots,
  type RunPlan,
  type SamplesByClients,
} from './measure.ts'
import { measureDuringImport } from './measureImport.ts'
import { formatFlow, formatMinute, formatVerdict, heading, isMissed } from './report.ts'

// npm run bench [-- --quick] [--rows 200000,1000000] [--only list,create] [--data <folder to keep>]
// [--seconds 1 per run] [--server postgres://… on this machine, filled if empty]

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
const effort: RunPlan = {
  clients: [1, 16, 64],
  seconds,
  ...(values.quick ? { rounds: 1, restSeconds: 5 } : { rounds: 2, restSeconds: 60 }),
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

const commit = () => {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

/** Measures the flows selected by --only and prints each result. */
async function measureFlows(
  running: BenchEnvironment,
  flows: Record<string, Flow>,
  plan: RunPlan,
): Promise<Map<string, SamplesByClients>> {
  const measured = new Map<string, SamplesByClients>()
  for (const [name, flow] of Object.entries(flows)) {
    if (only && !only.includes(name)) continue
    const result = await measureFlow(running, flow, flow.isSingleClient ? { ...plan, clients: [1] } : plan)
    measured.set(name, result)
    for (const line of formatFlow(flow.name, result)) print(line)
  }
  return measured
}

async function withDatabaseOf<T>(
  folder: string,
  rutas: number,
  measure: (running: BenchEnvironment) => Promise<T>,
): Promise<T> {
  const dataDir = join(folder, `data-${rutas}`)
  const seconds = await prepareData({ dataDir, server }, rutas)
  print(`\n${rutas} routes${seconds > 0 ? `, created in ${seconds.toFixed(0)} s` : ''}\n${heading}`)
  const running = await startEnvironment({ dataDir, server }, rutas)
  try {
    return await measure(running)
  } finally {
    await running.stop()
  }
}

const measureAll = (folder: string, rutas: number) =>
  withDatabaseOf(folder, rutas, async (running): Promise<Results | undefined> => {
    const { list, mine, expedientes } = buildFlows(running.data)
    // Measured first, before any other request.
    const memory = only ? undefined : await measureMemory(running, list, effort)
    const measured = await measureFlows(running, { ...buildFlows(running.data), login }, effort)
    if (!memory) return undefined
    const logins = await measureDuringLogins(running, list, 2 * effort.seconds)
    const exports = await measureDuringExports(running, running.tokens)
    const minute = await measurePilotPolling(running, [mine, expedientes], values.quick ? 3 : 20)
    print(formatMinute(`${pollingPilots} pilots each minute, both calls`, minute))
    const sheet = await measureDuringImport(running)
    // Without --only all of them were measured.
    return { rutas, flows: Object.fromEntries(measured) as Results['flows'], memory, logins, exports, sheet }
  })

/** Measures at a further size only the flows that may grow. */
const measureReads = (folder: string, rutas: number) =>
  withDatabaseOf(folder, rutas, async (running): Promise<ReadResults> => {
    const flows = buildFlows(running.data)
    const growing = Object.fromEntries(scaledReads.map((name) => [name, flows[name]]))
    const measured = await measureFlows(running, growing, { ...effort, clients: [1] })
    return { rutas, flows: Object.fromEntries(measured) as ReadResults['flows'] }
  })

const folder = values.data ? resolve(values.data) : mkdtempSync(join(tmpdir(), 'flota-bench-'))
mkdirSync(folder, { recursive: true })
// PostgreSQL runs as another user and has to enter the folder.
chmodSync(folder, 0o755)
try {
  print(`${cpus()[0]?.model} × ${cpus().length} · Node ${process.versions.node} · commit ${commit()}`)
  print(`${effort.rounds} × ${effort.seconds} s of each flow and number of clients`)
  const [first = 0, ...further] = sizes
  const small = await measureAll(folder, first)
  const larger: ReadResults[] = []
  for (const rutas of further) larger.push(await measureReads(folder, rutas))
  if (small) {
    const rows = [...limitRows(small), ...larger.flatMap((large) => growthRows(small, large))]
    print(['', ...rows.map(formatVerdict)].join('\n'))
    // A quick run only checks that the benchmark works.
    if (!values.quick && rows.some(isMissed)) process.exitCode = 1
  }
} finally {
  if (!values.data) rmSync(folder, { recursive: true, force: true })
}
