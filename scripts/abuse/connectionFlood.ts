import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { aFile } from '../../server/src/test/archivos.ts'
import { median } from '../statistics.ts'
import { startCaddy } from './caddy.ts'
import type { FloodOptions } from './floodWorker.ts'
import type { TestTarget } from './startTarget.ts'

const maxResponseMs = 1000
/** LimitNOFILE of the systemd unit. */
const maxDescriptors = 4096
/** Duration of each flood, and interval of the visits. */
const floodMs = 10_000
const visitIntervalMs = 100

const floodAddress = '127.0.0.2'
/** One visitor shares the flood's address, like users of one office. */
const visitorAddresses = ['127.0.0.1', floodAddress]

const slowBody =
  'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
const download = (path: string, token: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`

interface FloodCase {
  name: string
  pid: number
  port: number
  count: number
  payload: string
}

/** Floods the program from one address. @returns whether normal visitors were served in time */
export async function runFloodTest(testTarget: TestTarget): Promise<boolean> {
  // Without a proxy, so that each address counts as a client of its own.
  const direct = testTarget.start({ TRUST_PROXY: 'false', LOG_LEVEL: 'warn' })
  const port = Number(new URL(await direct.listening).port)
  const { pid } = direct
  const path = await uploadLargeFile(testTarget)
  const unreadDownload = download(path, testTarget.target.tokens.usuario)
  const cases: FloodCase[] = [
    { name: 'No flood', port, pid, count: 1, payload: '' },
    { name: '2,300 idle connections', port, pid, count: 2300, payload: '' },
    { name: '8,500 slow bodies', port, pid, count: 8500, payload: slowBody },
    { name: '1,500 unread downloads', port, pid, count: 1500, payload: unreadDownload },
  ]
  const caddy = await startCaddy(testTarget.target.port)
  const floodOfCaddy = { name: '8,500 slow bodies through Caddy', count: 8500, payload: slowBody }
  if (caddy) cases.push({ ...floodOfCaddy, port: caddy.port, pid: testTarget.pid })
  else console.log('Caddy is not installed: the flood through it is skipped')
  try {
    const results: boolean[] = []
    for (const floodCase of cases) results.push(await runFloodCase(floodCase))
    return results.every(Boolean)
  } finally {
    await caddy?.stop()
  }
}

async function uploadLargeFile({ admin, post }: TestTarget): Promise<string> {
  const rutas = await admin('GET', '/api/rutas', undefined)
  // The contract defines the response; `body` is untyped.
  const [ruta] = (rutas.body as { data: { id: number }[] }).data
  const file = new Uint8Array(aFile('jpg', 8 * 1024 ** 2))
  const path = `/api/archivos?entidad=rutas&entidad_id=${ruta?.id}`
  const { body } = await post<{ data: { id: number } }>(path, file)
  return `/api/archivos/${body.data.id}/contenido`
}

async function runFloodCase({ name, pid, ...flood }: FloodCase): Promise<boolean> {
  const worker = new Worker(new URL('floodWorker.ts', import.meta.url), {
    workerData: { ...flood, localAddress: floodAddress } satisfies FloodOptions,
  })
  await once(worker, 'message')
  const visits: Promise<Visit>[] = []
  for (const until = performance.now() + floodMs; performance.now() < until; await sleep(visitIntervalMs))
    visits.push(...visitorAddresses.map((from) => visitOnce(flood.port, from)))
  const descriptors = (await readdir(`/proc/${pid}/fd`).catch(() => [])).length
  const all = await Promise.all(visits)
  await worker.terminate()
  const lateVisits = all.filter(({ status, ms }) => status !== 200 || ms > maxResponseMs)
  const times = all.map(({ ms }) => Math.round(ms))
  const failedCount = all.filter(({ status }) => status !== 200).length
  console.log(
    `${name}: ${all.length} visitors, ${lateVisits.length} not served in 1 s (half within ${median(times)} ms, ` +
      `all within ${Math.max(...times)} ms, failed ${failedCount}); ${descriptors} descriptors`,
  )
  return lateVisits.length === 0 && descriptors < maxDescriptors
}

interface Visit {
  status: number
  ms: number
}

function visitOnce(port: number, from: string): Promise<Visit> {
  const startedAt = performance.now()
  const { promise, resolve } = Promise.withResolvers<Visit>()
  const end = (status: number) => resolve({ status, ms: performance.now() - startedAt })
  const outgoing = request({
    port,
    host: '127.0.0.1',
    localAddress: from,
    path: '/api/config',
    agent: false,
    timeout: 15_000,
  })
  outgoing.on('response', (answer) => {
    answer.resume().once('end', () => end(answer.statusCode ?? 0))
    answer.once('error', () => end(0))
  })
  outgoing.on('timeout', () => outgoing.destroy())
  outgoing.on('error', () => end(0))
  outgoing.end()
  return promise
}
