import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { aFile } from '../../server/src/test/archivos.ts'
import { startCaddy } from './caddy.ts'
import type { FloodOptions } from './floodWorker.ts'
import type { TestTarget } from './startTarget.ts'

/** Of a visitor's answer, in ms. */
const maxResponseMs = 1000
/** What the unit allows. */
const maxDescriptors = 4096
/** How long each crowd stays, in ms, and how often somebody comes meanwhile. */
const floodMs = 10_000
const visitIntervalMs = 100

const floodAddress = '127.0.0.2'
/** The crowd's own address is an office's too. */
const visitorAddresses = ['127.0.0.1', floodAddress]

const slowBody =
  'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
const download = (path: string, token: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`

interface FloodCase {
  name: string
  /** The program that they come to in the end. */
  pid: number
  port: number
  count: number
  payload: string
}

/** Prints how visitors fare beside crowds of one address; whether each was served in time. */
export async function runFloodTest(testTarget: TestTarget): Promise<boolean> {
  // Nobody is between: each address is a visitor's own.
  const direct = testTarget.start({ TRUST_PROXY: 'false', LOG_LEVEL: 'warn' })
  const port = Number(new URL(await direct.listening).port)
  const { pid } = direct
  const path = await uploadLargeFile(testTarget)
  const cases: FloodCase[] = [
    { name: 'Nobody', port, pid, count: 1, payload: '' },
    { name: '2,300 idle connections', port, pid, count: 2300, payload: '' },
    { name: '8,500 slow bodies', port, pid, count: 8500, payload: slowBody },
    {
      name: '1,500 unread downloads',
      port,
      pid,
      count: 1500,
      payload: download(path, testTarget.target.tokens.usuario),
    },
  ]
  const caddy = await startCaddy(testTarget.target.port)
  if (caddy)
    cases.push({
      name: '8,500 slow bodies by Caddy',
      port: caddy.port,
      pid: testTarget.pid,
      count: 8500,
      payload: slowBody,
    })
  else console.log('Caddy is not on this machine: nobody comes by it')
  try {
    const results: boolean[] = []
    for (const each of cases) results.push(await runFloodCase(each))
    return results.every(Boolean)
  } finally {
    await caddy?.stop()
  }
}

async function uploadLargeFile({ address, admin, target }: TestTarget): Promise<string> {
  const rutas = await admin('GET', '/api/rutas', undefined)
  // What a list answers is the contract's; `body` is any for those who look at whatever came.
  const [ruta] = (rutas.body as { data: { id: number }[] }).data
  const answer = await fetch(`${address}/api/archivos?entidad=rutas&entidad_id=${ruta?.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.tokens.administrador}` },
    body: new Uint8Array(aFile('jpg', 8 * 1024 ** 2)),
  })
  const { data } = (await answer.json()) as { data: { id: number } }
  return `/api/archivos/${data.id}/contenido`
}

async function runFloodCase({ name, pid, ...crowd }: FloodCase): Promise<boolean> {
  const worker = new Worker(new URL('floodWorker.ts', import.meta.url), {
    workerData: { ...crowd, localAddress: floodAddress } satisfies FloodOptions,
  })
  await once(worker, 'message')
  const visits: Promise<Visit>[] = []
  for (const until = performance.now() + floodMs; performance.now() < until; await sleep(visitIntervalMs))
    visits.push(...visitorAddresses.map((from) => visitOnce(crowd.port, from)))
  const descriptors = (await readdir(`/proc/${pid}/fd`).catch(() => [])).length
  const all = await Promise.all(visits)
  await worker.terminate()
  const lateVisits = all.filter(({ status, ms }) => status !== 200 || ms > maxResponseMs)
  const times = all.map(({ ms }) => Math.round(ms)).toSorted((a, b) => a - b)
  const failedCount = all.filter(({ status }) => status !== 200).length
  console.log(
    `${name}: ${all.length} visitors, ${lateVisits.length} not served in 1 s (half within ${times[times.length >> 1]} ms, ` +
      `all within ${times.at(-1)} ms, refused or cut off ${failedCount}); ${descriptors} descriptors`,
  )
  return lateVisits.length === 0 && descriptors < maxDescriptors
}

interface Visit {
  /** 0: cut off. */
  status: number
  ms: number
}

/** Somebody who was not there before. */
function visitOnce(port: number, from: string): Promise<Visit> {
  const startedAt = performance.now()
  const { promise, resolve } = Promise.withResolvers<Visit>()
  const end = (status: number) => resolve({ status, ms: performance.now() - startedAt })
  const sent = request({
    port,
    host: '127.0.0.1',
    localAddress: from,
    path: '/api/config',
    agent: false,
    timeout: 15_000,
  })
  sent.on('response', (answer) => {
    answer.resume().once('end', () => end(answer.statusCode ?? 0))
    answer.once('error', () => end(0))
  })
  sent.on('timeout', () => sent.destroy())
  sent.on('error', () => end(0))
  sent.end()
  return promise
}
