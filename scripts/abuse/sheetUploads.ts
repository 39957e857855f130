import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { watchMemoryMb } from '../../server/src/test/watchMemory.ts'
import {
  expectedResponses,
  externalLinksWorkbook,
  hostileSheets,
  smallWorkbook,
  strayCellWorkbook,
  zipBomb,
} from './hostileSheets.ts'
import type { TestTarget as OpenHouse } from './startTarget.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Its memory is watched from the first sheet on. */
type WatchedTarget = OpenHouse & { risen: () => Promise<number> }

/** Of an answer, in ms, and of the pings meanwhile. */
const maxResponseMs = 21_000
const maxPingMs = 100
const pingIntervalMs = 20
/** In MB above what it was before the first: the thread's heap, and what comes in and goes out. */
const maxMemoryRiseMb = 250
/** One is read, four wait. */
const maxConcurrentSheets = 5

interface SheetResponse {
  status: number
  ms: number
  retryAfter: string | null
  body: {
    message: string
    data?: { filas: number; columnas: { muestra: string[] }[] }
    error?: { campos?: { archivo?: string } }
  }
}

/** Asks for the program's own word until `until` is done. @returns the p99 of the answers in ms */
async function pingUntil(address: string, until: Promise<unknown>): Promise<number> {
  const latencies: number[] = []
  const done = until.then(
    () => true,
    () => true,
  )
  do {
    const started = performance.now()
    await (await fetch(`${address}/api/vivo`)).text()
    latencies.push(performance.now() - started)
  } while (!(await Promise.race([done, sleep(pingIntervalMs, false)])))
  return latencies.sort((a, b) => a - b)[Math.ceil(latencies.length * 0.99) - 1] ?? 0
}

async function previewSheet({ address, target }: OpenHouse, body: Bytes): Promise<SheetResponse> {
  const headers = { authorization: `Bearer ${target.tokens.administrador}` }
  const started = performance.now()
  const answer = await fetch(`${address}/api/importar/rutas`, { method: 'POST', headers, body })
  // What it holds is looked at below.
  const response = (await answer.json()) as SheetResponse['body']
  const retryAfter = answer.headers.get('retry-after')
  return { status: answer.status, ms: performance.now() - started, retryAfter, body: response }
}

/** What it says of the file. */
const errorMessageOf = ({ body }: SheetResponse) => body.error?.campos?.archivo ?? body.message

/** Where others have the processors, a ping's time is not the program's: it is printed alone. */
const isOverloaded = () => (loadavg()[0] ?? 0) > 2 * availableParallelism()

/** Somebody whom nobody is to ask anything. */
async function startCanaryServer() {
  let connections = 0
  const other = createServer((_, answer) => answer.end('<x/>')).on('connection', () => {
    connections += 1
  })
  other.unref()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const { port } = other.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, asked: () => connections, close: () => other.close() }
}

/** Five are refused in their turn, the sixth at once. */
function isOverloadRejected(all: SheetResponse[]): boolean {
  const late = all.filter(({ status }) => status === 503)
  const refused = all.filter(
    (response) => response.status === 400 && errorMessageOf(response) === expectedResponses.unreadable.says,
  )
  return late.length === 1 && late[0]?.retryAfter === '1' && refused.length === maxConcurrentSheets
}

/** Waits for the answers, prints how they and the pings went. @returns whether all was as it must be */
async function checkResponses(
  testTarget: WatchedTarget,
  what: string,
  responses: Promise<SheetResponse[]>,
  isRight: (all: SheetResponse[]) => boolean,
): Promise<boolean> {
  const p99 = await pingUntil(testTarget.address, responses)
  const all = await responses
  const memory = await testTarget.risen()
  const isServed = p99 <= maxPingMs || isOverloaded()
  const isFine = isRight(all) && isServed && memory <= maxMemoryRiseMb
  console.log(
    `${isFine ? '✓' : '✗'} Sheet: ${what}: ${all.map(({ status }) => status).join(', ')} after ` +
      `${(Math.max(...all.map(({ ms }) => ms)) / 1000).toFixed(1)} s, ping's p99 ${p99.toFixed(0)} ms, ` +
      `${memory.toFixed(0)} MB more at most so far, load ${loadavg()[0]?.toFixed(1)}` +
      `${p99 > maxPingMs && isServed ? ': too much for the ping to count' : ''}`,
  )
  if (!isFine) console.log(`  ${all.map(errorMessageOf).join('\n  ')}`)
  return isFine
}

/** Sends each hostile sheet, prints how it was answered; whether all were as they must be, in time and everybody served. */
export async function testHostileSheets(opened: OpenHouse): Promise<boolean> {
  const testTarget = { ...opened, risen: await watchMemoryMb(opened.pid) }
  const results: boolean[] = []
  const one = async (what: string, body: Bytes, isRight: (answer: SheetResponse) => boolean) => {
    const asked = previewSheet(testTarget, body).then((answer) => [answer])
    const size = `${(body.length / 1e6).toFixed(1)} MB`
    const isFine = (all: SheetResponse[]) =>
      all.every((response) => response.ms <= maxResponseMs && isRight(response))
    results.push(await checkResponses(testTarget, `${what} (${size})`, asked, isFine))
  }
  for (const [name, { expected: answer, make }] of Object.entries(hostileSheets)) {
    const expected: { status: number; says?: string } = expectedResponses[answer]
    const hasExpectedMessage = (response: SheetResponse) =>
      expected.says === undefined || errorMessageOf(response) === expected.says
    await one(
      name,
      await make(),
      (response) => response.status === expected.status && hasExpectedMessage(response),
    )
  }
  const plain = await previewSheet(testTarget, await smallWorkbook())
  const isPlain = ({ status, body }: SheetResponse) =>
    status === 200 && body.data?.filas === 1 && isDeepStrictEqual(body.data, plain.body.data)
  await one('a stray cell at XFD1048576', await strayCellWorkbook(), isPlain)
  const other = await startCanaryServer()
  await one(
    'what calls out',
    await externalLinksWorkbook(other.address),
    (response) => isPlain(response) && other.asked() === 0,
  )
  other.close()
  const body = await zipBomb()
  const many = Array.from({ length: maxConcurrentSheets + 1 }, () => previewSheet(testTarget, body.slice()))
  const overloadName = '900 MiB, one more at once than are let in'
  results.push(await checkResponses(testTarget, overloadName, Promise.all(many), isOverloadRejected))
  return results.every(Boolean)
}
