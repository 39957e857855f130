import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BenchEnvironment, prepareData, startEnvironment } from './environment.ts'
import type { Flow } from './flow.ts'
import { buildFlows, login } from './flows.ts'
import { type FlowName, type FlowResults, flowRows, growthRows, otherRows, scaledReads } from './limits.ts'
import {
  measureDuringExports,
  measureDuringLogins,
  measureFlow,
  measureMemory,
  measurePilotPolling,
  measureProbe,
  pollingPilots,
  type RunPlan,
  type SamplesByClients,
} from './measure.ts'
import { measureDuringImport } from './measureImport.ts'
import { recordedRows, recordedSize, writeCosts } from './recorded.ts'
import {
  betterRow,
  coreShare,
  formatFlow,
  formatPolling,
  formatVerdict,
  heading,
  isMissed,
  type LimitRow,
} from './report.ts'

// npm run bench [-- --quick] [--rows 200000,1000000] [--only list,create] [--data <folder to keep>]
// [--seconds 1 per run] [--server postgres://… on this machine, filled if empty] [--record]

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rows: { type: 'string' },
    only: { type: 'string' },
    data: { type: 'string' },
    server: { type: 'string' },
    seconds: { type: 'string' },
    record: { type: 'boolean', default: false },
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

/** Measures flows and prints each result. */
async function measureFlows<Name extends FlowName>(
  running: BenchEnvironment,
  flows: Record<Name, Flow>,
  names: Name[],
  plan: RunPlan,
): Promise<FlowResults<Name>> {
  const results: [Name, SamplesByClients][] = []
  for (const name of names) {
    const flow = flows[name]
    const result = await measureFlow(running, flow, flow.isSingleClient ? { ...plan, clients: [1] } : plan)
    results.push([name, result])
    for (const line of formatFlow(flow.name, result)) print(line)
  }
  // `names` has each key once.
  return Object.fromEntries(results) as FlowResults<Name>
}

/**
 * Measures the flows of broken limits again, at most twice, and keeps the better figure: a slow minute of the
 * host passes, a slow flow stays.
 */
async function repeatBroken<Name extends FlowName>(
  results: FlowResults<Name>,
  judge: (results: FlowResults<Name>) => LimitRow[],
  measureAgain: (names: Name[]) => Promise<FlowResults<Name>>,
): Promise<LimitRow[]> {
  let rows = judge(results)
  for (let repeats = 0; repeats < 2 && !values.quick; repeats++) {
    const broken = new Set(rows.filter(isMissed).flatMap(({ flows = [] }) => flows))
    const names = (Object.keys(results) as Name[]).filter((name) => broken.has(name))
    if (names.length === 0) break
    print(`again: ${names.join(', ')}`)
    const again = judge({ ...results, ...(await measureAgain(names)) })
    rows = rows.map((row, i) => betterRow(row, again[i] ?? row))
  }
  return rows
}

async function withDatabaseOf<T>(
  folder: string,
  rutas: number,
  measure: (running: BenchEnvironment) => Promise<T>,
): Promise<T> {
  const dataDir = join(folder, `data-${rutas}`)
  const seconds = await prepareData({ dataDir, server }, rutas)
  print(`\n${rutas} routes${seconds > 0 ? `, created in ${seconds.toFixed(0)} s` : ''}\n${heading}`)
  // A PostgreSQL that has just filled the tables holds their pages: its idle memory says nothing.
  if (seconds > 0) await (await startEnvironment({ dataDir, server }, rutas)).stop()
  const running = await startEnvironment({ dataDir, server }, rutas)
  try {
    return await measure(running)
  } finally {
    await running.stop()
  }
}

const namesOf = <Name extends FlowName>(flows: Record<Name, Flow>) => Object.keys(flows) as Name[]

interface Measured {
  rutas: number
  results: FlowResults
  rows: LimitRow[]
}

const measureAll = (folder: string, rutas: number) =>
  withDatabaseOf(folder, rutas, async (running): Promise<Measured | undefined> => {
    const flows = { ...buildFlows(running.data), login }
    if (only) {
      await measureFlows(
        running,
        flows,
        namesOf(flows).filter((name) => only.includes(name)),
        effort,
      )
      return undefined
    }
    // Measured first, before any other request.
    const memory = await measureMemory(running, flows.list, effort)
    const results = await measureFlows(running, flows, namesOf(flows), effort)
    const judge = (all: FlowResults) => [
      ...flowRows(all),
      ...(rutas === recordedSize ? recordedRows(all) : []),
    ]
    const rows = await repeatBroken(results, judge, (names) => measureFlows(running, flows, names, effort))
    const logins = await measureDuringLogins(running, flows.list, 2 * effort.seconds)
    const exports = await measureDuringExports(running, running.tokens)
    const polling = await measurePilotPolling(
      running,
      [flows.mineSame, flows.expedientesSame],
      values.quick ? 3 : 20,
    )
    print(formatPolling(`${pollingPilots} pilots each minute, both calls`, polling))
    const sheet = await measureDuringImport(running)
    const probeMs = await measureProbe(running, effort.seconds)
    const others = otherRows({ memory, logins, exports, sheet, pollingCore: coreShare(polling), probeMs })
    return { rutas, results, rows: [...rows, ...others] }
  })

/** Measures at a further size only the flows that may grow. */
const measureGrowth = (folder: string, rutas: number, small: Measured) =>
  withDatabaseOf(folder, rutas, (running): Promise<LimitRow[]> => {
    const flows = buildFlows(running.data)
    const measure = (names: typeof scaledReads) =>
      measureFlows(running, flows, names, { ...effort, clients: [1] })
    return measure(scaledReads).then((results) =>
      repeatBroken(
        results,
        (large) => growthRows(small.results, large, { small: small.rutas, large: rutas }),
        measure,
      ),
    )
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
  if (small) {
    const rows = small.rows
    for (const rutas of further) rows.push(...(await measureGrowth(folder, rutas, small)))
    print(['', ...rows.map(formatVerdict)].join('\n'))
    if (values.record) writeCosts(small.results)
    // A quick run only checks that the benchmark works.
    else if (!values.quick && rows.some(isMissed)) process.exitCode = 1
  }
} finally {
  if (!values.data) rmSync(folder, { recursive: true, force: true })
}
