import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { aFile } from '../../server/src/test/archivos.ts'
import { startCaddy } from './caddy.ts'
import type { Crowd } from './floodWorker.ts'
import type { House } from './startTarget.ts'

/** Of a visitor's answer, in ms. */
const limit = 1000
/** What the unit allows. */
const mostDescriptors = 4096
/** How long each crowd stays, in ms, and how often somebody comes meanwhile. */
const stay = 10_000
const every = 100

const crowdFrom = '127.0.0.2'
/** The crowd's own address is an office's too. */
const visitorsFrom = ['127.0.0.1', crowdFrom]

const slowBody =
  'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
const download = (path: string, token: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`

interface Case {
  name: string
  /** The program that they come to in the end. */
  pid: number
  port: number
  count: number
  sends: string
}

/** Prints how visitors fare beside crowds of one address; whether each was served in time. */
export async function meetCrowds(house: House): Promise<boolean> {
  // Nobody is between: each address is a visitor's own.
  const direct = house.start({ TRUST_PROXY: 'false', LOG_LEVEL: 'warn' })
  const port = Number(new URL(await direct.listening).port)
  const { pid } = direct
  const path = await aLargeFile(house)
  const cases: Case[] = [
    { name: 'Nobody', port, pid, count: 1, sends: '' },
    { name: '2,300 idle connections', port, pid, count: 2300, sends: '' },
    { name: '8,500 slow bodies', port, pid, count: 8500, sends: slowBody },
    {
      name: '1,500 unread downloads',
      port,
      pid,
      count: 1500,
      sends: download(path, house.target.tokens.usuario),
    },
  ]
  const caddy = await startCaddy(house.target.port)
  if (caddy)
    cases.push({
      name: '8,500 slow bodies by Caddy',
      port: caddy.port,
      pid: house.pid,
      count: 8500,
      sends: slowBody,
    })
  else console.log('Caddy is not on this machine: nobody comes by it')
  try {
    const results: boolean[] = []
    for (const each of cases) results.push(await meet(each))
    return results.every(Boolean)
  } finally {
    await caddy?.stop()
  }
}

async function aLargeFile({ address, admin, target }: House): Promise<string> {
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

async function meet({ name, pid, ...crowd }: Case): Promise<boolean> {
  const worker = new Worker(new URL('floodWorker.ts', import.meta.url), {
    workerData: { ...crowd, from: crowdFrom } satisfies Crowd,
  })
  await once(worker, 'message')
  const visits: Promise<Visit>[] = []
  for (const until = performance.now() + stay; performance.now() < until; await sleep(every))
    visits.push(...visitorsFrom.map((from) => visit(crowd.port, from)))
  const descriptors = (await readdir(`/proc/${pid}/fd`).catch(() => [])).length
  const all = await Promise.all(visits)
  await worker.terminate()
  const late = all.filter(({ status, ms }) => status !== 200 || ms > limit)
  const times = all.map(({ ms }) => Math.round(ms)).toSorted((a, b) => a - b)
  const refused = all.filter(({ status }) => status !== 200).length
  console.log(
    `${name}: ${all.length} visitors, ${late.length} not served in 1 s (half within ${times[times.length >> 1]} ms, ` +
      `all within ${times.at(-1)} ms, refused or cut off ${refused}); ${descriptors} descriptors`,
  )
  return late.length === 0 && descriptors < mostDescriptors
}

interface Visit {
  /** 0: cut off. */
  status: number
  ms: number
}

/** Somebody who was not there before. */
function visit(port: number, from: string): Promise<Visit> {
  const begun = performance.now()
  const { promise, resolve } = Promise.withResolvers<Visit>()
  const end = (status: number) => resolve({ status, ms: performance.now() - begun })
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
