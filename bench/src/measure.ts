import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from './environment.ts'
import { type Flow, inTurn } from './flow.ts'
import { login } from './flows.ts'
import { memoryOf } from './processStats.ts'
import type { Program } from './programs.ts'
import { type Call, drive, merge, percentile, type Sample, type Target } from './runLoad.ts'

/** How long and how often each flow runs. */
export interface Effort {
  clients: number[]
  seconds: number
  rounds: number
  /** Seconds from the end of the load to the last look at the memory. */
  rest: number
}

export interface Pair {
  product: Sample
  /** Where the floor has the call. */
  floor?: Sample
}
/** By the number of clients. */
export type Measured = Map<number, Pair>

const targetsOf = ({ product, floor, postgres }: Running): Record<'product' | 'floor', Target> => ({
  product: { address: product.address, pids: [product.pid, postgres] },
  floor: { address: floor.address, pids: [floor.pid, postgres] },
})

/** Product and floor in turns, so that a noisy minute of the machine meets both. */
export async function inTurns(
  running: Running,
  flow: Flow,
  { clients, seconds, rounds }: Effort,
): Promise<Measured> {
  const targets = targetsOf(running)
  const measured: Measured = new Map()
  const whose = (['product', 'floor'] as const).flatMap((who) => {
    const call = flow[who]
    return call ? [{ who, call, target: targets[who] }] : []
  })
  for (const n of clients) {
    const samples: Record<keyof Pair, Sample[]> = { product: [], floor: [] }
    // Unmeasured: what is prepared, compiled and read for the first time.
    for (const { call, target } of whose) await drive(target, call, n, Math.min(seconds, 0.5))
    for (let round = 0; round < rounds; round++)
      for (const { who, call, target } of whose) samples[who].push(await drive(target, call, n, seconds))
    const product = merge(samples.product)
    measured.set(n, flow.floor ? { product, floor: merge(samples.floor) } : { product })
  }
  return measured
}

/** p99 of the list by itself, and while four log in over and over. */
export async function besideLogins(running: Running, list: Flow, seconds: number) {
  const { product } = targetsOf(running)
  const alone = await drive(product, list.product, 1, seconds)
  const [beside] = await Promise.all([
    drive(product, list.product, 1, seconds),
    drive(product, login.product, 4, seconds),
  ])
  return { alone: percentile(alone, 0.99), beside: percentile(beside, 0.99) }
}

/** How many pilots have their page open, which asks for all of `flows` each minute. */
export const pilots = 300

/** So many, evenly: a program that is mostly idle answers. */
export function pilotsMinute(running: Running, flows: Flow[], seconds: number): Promise<Sample> {
  const { product } = targetsOf(running)
  const flow = inTurn(flows)
  return drive(product, () => flow().product(), 2, seconds, (pilots * flows.length) / 60)
}

type Memory = ReturnType<typeof memoryOf>

/** Of a program that has just been started: idle, at most under the list's load of 64 clients, and after a rest. */
export async function memories({ product }: Running, list: Flow, { seconds, rest }: Effort) {
  await sleep(3000)
  const idle = memoryOf(product.pid)
  const seen: Memory[] = []
  const looking = setInterval(() => seen.push(memoryOf(product.pid)), 250)
  await drive({ address: product.address, pids: [product.pid] }, list.product, 64, 6 * seconds)
  clearInterval(looking)
  await sleep(rest * 1000)
  const most = (kind: keyof Memory) => Math.max(...seen.map((each) => each[kind]))
  return {
    idle,
    load: { program: most('program'), postgres: most('postgres') },
    rested: memoryOf(product.pid),
  }
}

async function download({ address }: Program, { path, token }: Call): Promise<void> {
  const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok || !answer.body) throw new Error(`${path} answered ${answer.status}`)
  await answer.body.pipeTo(new WritableStream())
}

/** How long a ping takes while three make a workbook of a year each. */
export async function besideExports({ product }: Running, tokens: string[]) {
  const path = '/api/reportes/exportar?formato=excel&filtro=dia&fechaInicio=2025-11-21&fechaFin=2026-11-20'
  const begun = performance.now()
  const over = new AbortController()
  const all = Promise.all(tokens.map((token) => download(product, { method: 'GET', path, token }))).finally(
    () => over.abort(),
  )
  const latencies: number[] = []
  while (!over.signal.aborted) {
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
