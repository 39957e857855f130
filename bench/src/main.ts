import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Flow, flowsOf, login } from './flows.ts'
import { growthOf, type Results, rowsOf } from './limits.ts'
import { besideExports, besideLogins, type Effort, inTurns, type Measured, memories } from './measure.ts'
import { heading, linesOf, verdict } from './report.ts'
import { prepare, run } from './setting.ts'

// npm run bench [-- --quick] [--rows 200000,1000000] [--only list,create] [--data folder that is kept]
// [--server postgres://… on this machine, whose database is filled where it is empty]

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rows: { type: 'string' },
    only: { type: 'string' },
    data: { type: 'string' },
    server: { type: 'string' },
  },
})
const sizes = (values.rows ?? (values.quick ? '20000' : '200000')).split(',').map(Number)
const { server } = values
const only = values.only?.split(',')
const effort: Effort = values.quick
  ? { clients: [1, 16, 64], seconds: 0.5, rounds: 1, rest: 5 }
  : { clients: [1, 16, 64], seconds: 1.5, rounds: 2, rest: 60 }

const say = (line: string) => void process.stdout.write(`${line}\n`)

const commit = () => {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

async function measure(folder: string, rutas: number): Promise<Results | undefined> {
  const dataDir = join(folder, `data-${rutas}`)
  const seconds = await prepare({ dataDir, server }, rutas)
  say(`\n${rutas} routes${seconds > 0 ? `, made in ${seconds.toFixed(0)} s` : ''}\n${heading}`)
  const running = await run({ dataDir, server }, rutas)
  try {
    const { list, ...others } = flowsOf(running.setting)
    // Of a program that nobody has called yet.
    const memory = only ? undefined : await memories(running, list, effort)
    const measured = new Map<string, Measured>()
    const take = async (name: string, flow: Flow) => {
      if (only && !only.includes(name)) return
      const result = await inTurns(running, flow, flow.isRare ? { ...effort, clients: [1] } : effort)
      measured.set(name, result)
      for (const line of linesOf(flow.name, result)) say(line)
    }
    for (const [name, flow] of Object.entries({ list, ...others })) await take(name, flow)
    await take('login', login)
    if (!memory) return undefined
    const logins = await besideLogins(running, list, 2 * effort.seconds)
    const exports = await besideExports(running, running.tokens)
    // Each of them was measured above.
    const flows = Object.fromEntries(measured) as Results['flows']
    return { rutas, flows, memory, logins, exports }
  } finally {
    await running.stop()
  }
}

const folder = values.data ? resolve(values.data) : mkdtempSync(join(tmpdir(), 'flota-bench-'))
mkdirSync(folder, { recursive: true })
// The user that PostgreSQL runs as has to pass.
chmodSync(folder, 0o755)
try {
  say(`${cpus()[0]?.model} × ${cpus().length} · Node ${process.versions.node} · commit ${commit()}`)
  const results: Results[] = []
  for (const rutas of sizes)
    results.push(...[await measure(folder, rutas)].filter((one) => one !== undefined))
  for (const result of results) {
    say(`\n${result.rutas} routes`)
    for (const row of rowsOf(result)) say(verdict(row))
  }
  const [small, large] = results
  if (small && large) for (const row of growthOf(small, large)) say(verdict(row))
} finally {
  if (!values.data) rmSync(folder, { recursive: true, force: true })
}
