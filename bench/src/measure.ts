import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchEnvironment } from './environment.ts'
import { cycleThrough, type Flow } from './flow.ts'
import { login } from './flows.ts'
import { memoryOf } from './processStats.ts'
import type { Program } from './programs.ts'
import {
  type LoadCall,
  type LoadSample,
  type LoadTarget,
  latencyDuring,
  mergeSamples,
  percentile,
  runLoad,
} from './runLoad.ts'

/** Duration and number of runs per flow. */
export interface RunPlan {
  clients: number[]
  seconds: number
  rounds: number
  /** Seconds between the end of the load and the last memory sample. */
  restSeconds: number
}

export interface SamplePair {
  product: LoadSample
  /** Missing if the baseline lacks the call. */
  baseline?: LoadSample
  /** The baseline's list, run in turns with the product: the speed of the host at this minute. */
  probe?: LoadSample
}
export type SamplesByClients = Map<number, SamplePair>

const targetsOf = ({
  product,
  baseline,
  postgres,
}: BenchEnvironment): Record<'product' | 'baseline', LoadTarget> => ({
  product: { address: product.address, pids: [product.pid, postgres] },
  baseline: { address: baseline.address, pids: [baseline.pid, postgres] },
})

/** The probe of a pair: the first page of the baseline's list. */
const probe = (): LoadCall => ({ method: 'GET', path: '/rutas?pagina=1' })

/** Measures product, baseline and, with one client, the probe alternately, so that noise affects all. */
export async function measureFlow(
  running: BenchEnvironment,
  flow: Flow,
  { clients, seconds, rounds }: RunPlan,
): Promise<SamplesByClients> {
  const targets = targetsOf(running)
  const measured: SamplesByClients = new Map()
  const competitors = (n: number) => [
    { side: 'product' as const, call: flow.product, target: targets.product },
    ...(flow.baseline ? [{ side: 'baseline' as const, call: flow.baseline, target: targets.baseline }] : []),
    ...(n === 1 ? [{ side: 'probe' as const, call: probe, target: targets.baseline }] : []),
  ]
  for (const n of clients) {
    const samples: Record<keyof SamplePair, LoadSample[]> = { product: [], baseline: [], probe: [] }
    // Warm-up: preparing statements, compiling and first reads.
    for (const { call, target } of competitors(n)) await runLoad(target, call, n, Math.min(seconds, 0.5))
    for (let round = 0; round < rounds; round++)
      for (const { side, call, target } of competitors(n))
        samples[side].push(await runLoad(target, call, n, seconds))
    const { product, ...others } = samples
    const merged = Object.entries(others).filter(([, all]) => all.length > 0)
    measured.set(n, {
      product: mergeSamples(product),
      ...Object.fromEntries(merged.map(([side, all]) => [side, mergeSamples(all)])),
    })
  }
  return measured
}

/** Measures the list's p99 alone and during four concurrent logins. */
export async function measureDuringLogins(running: BenchEnvironment, list: Flow, seconds: number) {
  const { product } = targetsOf(running)
  const alone = await runLoad(product, list.product, 1, seconds)
  const [duringLogins] = await Promise.all([
    runLoad(product, list.product, 1, seconds),
    runLoad(product, login.product, 4, seconds),
  ])
  return { alone: percentile(alone, 0.99), duringLogins: percentile(duringLogins, 0.99) }
}

/** Pilots with an open page, which requests all of `flows` every minute. */
export const pollingPilots = 300

/** Measures evenly spaced requests of an otherwise idle program. */
export function measurePilotPolling(
  running: BenchEnvironment,
  flows: Flow[],
  seconds: number,
): Promise<LoadSample> {
  const { product } = targetsOf(running)
  const flow = cycleThrough(flows)
  return runLoad(product, () => flow().product(), 2, seconds, (pollingPilots * flows.length) / 60)
}

/** Runs the probe alone. @returns its median in ms */
export const measureProbe = async (running: BenchEnvironment, seconds: number): Promise<number> =>
  percentile(await runLoad(targetsOf(running).baseline, probe, 1, seconds), 0.5)

type Memory = ReturnType<typeof memoryOf>

/** Measures memory of a fresh program: idle, maximum under 64 clients, and after a rest. */
export async function measureMemory(
  { product }: BenchEnvironment,
  list: Flow,
  { seconds, restSeconds }: RunPlan,
) {
  await sleep(3000)
  const idle = memoryOf(product.pid)
  const memorySamples: Memory[] = []
  const sampling = setInterval(() => memorySamples.push(memoryOf(product.pid)), 250)
  await runLoad({ address: product.address, pids: [product.pid] }, list.product, 64, 6 * seconds)
  clearInterval(sampling)
  await sleep(restSeconds * 1000)
  const peak = (kind: keyof Memory) => Math.max(...memorySamples.map((each) => each[kind]))
  return {
    idle,
    load: { program: peak('program'), postgres: peak('postgres') },
    rested: memoryOf(product.pid),
  }
}

async function download({ address }: Program, path: string, token: string): Promise<void> {
  const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok || !answer.body) throw new Error(`${path} returned ${answer.status}`)
  await answer.body.pipeTo(new WritableStream())
}

/** Measures the latency of /api/salud during three concurrent exports of a year. */
export async function measureDuringExports({ product }: BenchEnvironment, tokens: string[]) {
  const path = '/api/reportes/exportar?formato=excel&filtro=dia&fechaInicio=2025-11-21&fechaFin=2026-11-20'
  const startedAt = performance.now()
  const downloads = Promise.all(tokens.map((token) => download(product, path, token)))
  const ping = async () => (await fetch(`${product.address}/api/salud`)).arrayBuffer()
  const p99 = await latencyDuring(downloads, ping, 0.99, 10)
  return { p99, seconds: (performance.now() - startedAt) / 1000 }
}
