import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { watchMemoryMb } from '../../server/src/test/watchMemory.ts'
import { percentile } from '../statistics.ts'
import {
  expectedResponses,
  externalLinksWorkbook,
  hostileSheets,
  smallWorkbook,
  strayCellWorkbook,
  zipBomb,
} from './hostileSheets.ts'
import type { TestTarget } from './startTarget.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** `risen` returns the memory growth in MB since the start. */
type WatchedTarget = TestTarget & { risen: () => Promise<number> }

/** Milliseconds of a response, and of the pings meanwhile. */
const maxResponseMs = 21_000
const maxPingMs = 100
const pingIntervalMs = 20
/** Growth above the memory before the first sheet: heap of the reader, request and response. */
const maxMemoryRiseMb = 250
/** One is being read, four are queued. */
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

/** Pings /api/vivo until `until` settles. @returns the p99 in ms */
async function pingUntil(address: string, until: Promise<unknown>): Promise<number> {
  const latencies: number[] = []
  const done = Promise.allSettled([until])
  do {
    const started = performance.now()
    await (await fetch(`${address}/api/vivo`)).text()
    latencies.push(performance.now() - started)
  } while (!(await Promise.race([done, sleep(pingIntervalMs, false)])))
  return percentile(latencies, 0.99)
}

const previewSheet = ({ post }: TestTarget, body: Bytes): Promise<SheetResponse> =>
  post('/api/importar/rutas', body)

const errorMessageOf = ({ body }: SheetResponse) => body.error?.campos?.archivo ?? body.message

/** If other processes occupy the cores, the ping's latency is only printed. */
const isOverloaded = () => (loadavg()[0] ?? 0) > 2 * availableParallelism()

/** Starts a server that counts connections. A correct program never connects to it. */
async function startCanaryServer() {
  let connections = 0
  const other = createServer((_, answer) => answer.end('<x/>')).on('connection', () => {
    connections += 1
  })
  other.unref()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const { port } = other.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    connectionCount: () => connections,
    close: () => other.close(),
  }
}

/** Returns whether five sheets were rejected after their turn and the sixth at once. */
function isOverloadRejected(all: SheetResponse[]): boolean {
  const late = all.filter(({ status }) => status === 503)
  const refused = all.filter(
    (response) => response.status === 400 && errorMessageOf(response) === expectedResponses.unreadable.says,
  )
  return late.length === 1 && late[0]?.retryAfter === '1' && refused.length === maxConcurrentSheets
}

/** Waits for the responses and prints them. @returns whether responses, ping and memory are as expected */
async function checkResponses(
  testTarget: WatchedTarget,
  name: string,
  responses: Promise<SheetResponse[]>,
  isRight: (all: SheetResponse[]) => boolean,
): Promise<boolean> {
  const p99 = await pingUntil(testTarget.address, responses)
  const all = await responses
  const memory = await testTarget.risen()
  const isServed = p99 <= maxPingMs || isOverloaded()
  const isFine = isRight(all) && isServed && memory <= maxMemoryRiseMb
  console.log(
    `${isFine ? '✓' : '✗'} Sheet: ${name}: ${all.map(({ status }) => status).join(', ')} after ` +
      `${(Math.max(...all.map(({ ms }) => ms)) / 1000).toFixed(1)} s, ping's p99 ${p99.toFixed(0)} ms, ` +
      `${memory.toFixed(0)} MB more at most so far, load ${loadavg()[0]?.toFixed(1)}` +
      `${p99 > maxPingMs && isServed ? ': too much for the ping to count' : ''}`,
  )
  if (!isFine) console.log(`  ${all.map(errorMessageOf).join('\n  ')}`)
  return isFine
}

/** Uploads each hostile sheet. @returns whether all responses were correct and in time */
export async function testHostileSheets(opened: TestTarget): Promise<boolean> {
  const testTarget = { ...opened, risen: await watchMemoryMb(opened.pid) }
  const results: boolean[] = []
  const check = async (name: string, body: Bytes, isRight: (answer: SheetResponse) => boolean) => {
    const responses = previewSheet(testTarget, body).then((answer) => [answer])
    const size = `${(body.length / 1e6).toFixed(1)} MB`
    const isFine = (all: SheetResponse[]) =>
      all.every((response) => response.ms <= maxResponseMs && isRight(response))
    results.push(await checkResponses(testTarget, `${name} (${size})`, responses, isFine))
  }
  for (const [name, { expected: answer, make }] of Object.entries(hostileSheets)) {
    const expected: { status: number; says?: string } = expectedResponses[answer]
    const hasExpectedMessage = (response: SheetResponse) =>
      expected.says === undefined || errorMessageOf(response) === expected.says
    await check(
      name,
      await make(),
      (response) => response.status === expected.status && hasExpectedMessage(response),
    )
  }
  const plain = await previewSheet(testTarget, await smallWorkbook())
  const isPlain = ({ status, body }: SheetResponse) =>
    status === 200 && body.data?.filas === 1 && isDeepStrictEqual(body.data, plain.body.data)
  await check('a stray cell at XFD1048576', await strayCellWorkbook(), isPlain)
  const other = await startCanaryServer()
  await check(
    'links to another server',
    await externalLinksWorkbook(other.address),
    (response) => isPlain(response) && other.connectionCount() === 0,
  )
  other.close()
  const body = await zipBomb()
  const many = Array.from({ length: maxConcurrentSheets + 1 }, () => previewSheet(testTarget, body.slice()))
  const overloadName = '900 MiB, check more at once than are let in'
  results.push(await checkResponses(testTarget, overloadName, Promise.all(many), isOverloadRejected))
  return results.every(Boolean)
}
