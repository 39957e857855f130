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
  mergeSamples,
  percentile,
  runLoad,
} from './runLoad.ts'

/** How long and how often each flow runs. */
export interface RunPlan {
  clients: number[]
  seconds: number
  rounds: number
  /** Seconds from the end of the load to the last look at the memory. */
  restSeconds: number
}

export interface SamplePair {
  product: LoadSample
  /** Where the floor has the call. */
  floor?: LoadSample
}
/** By the number of clients. */
export type SamplesByClients = Map<number, SamplePair>

const targetsOf = ({
  product,
  baseline,
  postgres,
}: BenchEnvironment): Record<'product' | 'floor', LoadTarget> => ({
  product: { address: product.address, pids: [product.pid, postgres] },
  floor: { address: baseline.address, pids: [baseline.pid, postgres] },
})

/** Product and floor in turns, so that a noisy minute of the machine meets both. */
export async function measureFlow(
  running: BenchEnvironment,
  flow: Flow,
  { clients, seconds, rounds }: RunPlan,
): Promise<SamplesByClients> {
  const targets = targetsOf(running)
  const measured: SamplesByClients = new Map()
  const competitors = (['product', 'floor'] as const).flatMap((who) => {
    const call = flow[who]
    return call ? [{ who, call, target: targets[who] }] : []
  })
  for (const n of clients) {
    const samples: Record<keyof SamplePair, LoadSample[]> = { product: [], floor: [] }
    // Unmeasured: what is prepared, compiled and read for the first time.
    for (const { call, target } of competitors) await runLoad(target, call, n, Math.min(seconds, 0.5))
    for (let round = 0; round < rounds; round++)
      for (const { who, call, target } of competitors)
        samples[who].push(await runLoad(target, call, n, seconds))
    const product = mergeSamples(samples.product)
    measured.set(n, flow.floor ? { product, floor: mergeSamples(samples.floor) } : { product })
  }
  return measured
}

/** p99 of the list by itself, and while four log in over and over. */
export async function measureDuringLogins(running: BenchEnvironment, list: Flow, seconds: number) {
  const { product } = targetsOf(running)
  const alone = await runLoad(product, list.product, 1, seconds)
  const [beside] = await Promise.all([
    runLoad(product, list.product, 1, seconds),
    runLoad(product, login.product, 4, seconds),
  ])
  return { alone: percentile(alone, 0.99), beside: percentile(beside, 0.99) }
}

/** How many pilots have their page open, which asks for all of `flows` each minute. */
export const pollingPilots = 300

/** So many, evenly: a program that is mostly idle answers. */
export function measurePilotPolling(
  running: BenchEnvironment,
  flows: Flow[],
  seconds: number,
): Promise<LoadSample> {
  const { product } = targetsOf(running)
  const flow = cycleThrough(flows)
  return runLoad(product, () => flow().product(), 2, seconds, (pollingPilots * flows.length) / 60)
}

type Memory = ReturnType<typeof memoryOf>

/** Of a program that has just been started: idle, at most under the list's load of 64 clients, and after a rest. */
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

async function download({ address }: Program, { path, token }: LoadCall): Promise<void> {
  const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok || !answer.body) throw new Error(`${path} answered ${answer.status}`)
  await answer.body.pipeTo(new WritableStream())
}

/** How long a ping takes while three make a workbook of a year each. */
export async function measureDuringExports({ product }: BenchEnvironment, tokens: string[]) {
  const path = '/api/reportes/exportar?formato=excel&filtro=dia&fechaInicio=2025-11-21&fechaFin=2026-11-20'
  const begun = performance.now()
  const ended = new AbortController()
  const all = Promise.all(tokens.map((token) => download(product, { method: 'GET', path, token }))).finally(
    () => ended.abort(),
  )
  const latencies: number[] = []
  while (!ended.signal.aborted) {
    const asked = performance.now()
    await (await fetch(`${product.address}/api/salud`)).arrayBuffer()
    latencies.push(performance.now() - asked)
    await sleep(10)
  }
  await all
  const seconds = (performance.now() - begun) / 1000
  latencies.sort((a, b) => a - b)
  return { p99: percentile({ latencies }, 0.99), seconds }
}
