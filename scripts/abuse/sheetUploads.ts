import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { watchMemory } from '../../server/src/test/watchMemory.ts'
import { answers, bomb, callingOut, hostileSheets, small, strayed } from './hostileSheets.ts'
import type { House as OpenHouse } from './startTarget.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Its memory is watched from the first sheet on. */
type House = OpenHouse & { risen: () => Promise<number> }

/** Of an answer, in ms, and of the pings meanwhile. */
const limit = 21_000
const pingLimit = 100
const pingEvery = 20
/** In MB above what it was before the first: the thread's heap, and what comes in and goes out. */
const mostMemory = 250
/** One is read, four wait. */
const mostAtOnce = 5

interface Answer {
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
  const taken: number[] = []
  const done = until.then(
    () => true,
    () => true,
  )
  do {
    const started = performance.now()
    await (await fetch(`${address}/api/vivo`)).text()
    taken.push(performance.now() - started)
  } while (!(await Promise.race([done, sleep(pingEvery, false)])))
  return taken.sort((a, b) => a - b)[Math.ceil(taken.length * 0.99) - 1] ?? 0
}

async function preview({ address, target }: OpenHouse, body: Bytes): Promise<Answer> {
  const headers = { authorization: `Bearer ${target.tokens.administrador}` }
  const started = performance.now()
  const answer = await fetch(`${address}/api/importar/rutas`, { method: 'POST', headers, body })
  // What it holds is looked at below.
  const said = (await answer.json()) as Answer['body']
  const retryAfter = answer.headers.get('retry-after')
  return { status: answer.status, ms: performance.now() - started, retryAfter, body: said }
}

/** What it says of the file. */
const saidBy = ({ body }: Answer) => body.error?.campos?.archivo ?? body.message

/** Where others have the processors, a ping's time is not the program's: it is printed alone. */
const isOverloaded = () => (loadavg()[0] ?? 0) > 2 * availableParallelism()

/** Somebody whom nobody is to ask anything. */
async function listen() {
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
function isOneTooMany(all: Answer[]): boolean {
  const late = all.filter(({ status }) => status === 503)
  const refused = all.filter((had) => had.status === 400 && saidBy(had) === answers.unreadable.says)
  return late.length === 1 && late[0]?.retryAfter === '1' && refused.length === mostAtOnce
}

/** Waits for the answers, prints how they and the pings went. @returns whether all was as it must be */
async function judge(
  house: House,
  what: string,
  asked: Promise<Answer[]>,
  isRight: (all: Answer[]) => boolean,
): Promise<boolean> {
  const p99 = await pingUntil(house.address, asked)
  const all = await asked
  const memory = await house.risen()
  const isServed = p99 <= pingLimit || isOverloaded()
  const isFine = isRight(all) && isServed && memory <= mostMemory
  console.log(
    `${isFine ? '✓' : '✗'} Sheet: ${what}: ${all.map(({ status }) => status).join(', ')} after ` +
      `${(Math.max(...all.map(({ ms }) => ms)) / 1000).toFixed(1)} s, ping's p99 ${p99.toFixed(0)} ms, ` +
      `${memory.toFixed(0)} MB more at most so far, load ${loadavg()[0]?.toFixed(1)}` +
      `${p99 > pingLimit && isServed ? ': too much for the ping to count' : ''}`,
  )
  if (!isFine) console.log(`  ${all.map(saidBy).join('\n  ')}`)
  return isFine
}

/** Sends each hostile sheet, prints how it was answered; whether all were as they must be, in time and everybody served. */
export async function sendSheets(opened: OpenHouse): Promise<boolean> {
  const house = { ...opened, risen: await watchMemory(opened.pid) }
  const results: boolean[] = []
  const one = async (what: string, body: Bytes, isRight: (answer: Answer) => boolean) => {
    const asked = preview(house, body).then((answer) => [answer])
    const size = `${(body.length / 1e6).toFixed(1)} MB`
    const isFine = (all: Answer[]) => all.every((had) => had.ms <= limit && isRight(had))
    results.push(await judge(house, `${what} (${size})`, asked, isFine))
  }
  for (const [name, { answer, make }] of Object.entries(hostileSheets)) {
    const must: { status: number; says?: string } = answers[answer]
    const isSaid = (had: Answer) => must.says === undefined || saidBy(had) === must.says
    await one(name, await make(), (had) => had.status === must.status && isSaid(had))
  }
  const plain = await preview(house, await small())
  const isPlain = ({ status, body }: Answer) =>
    status === 200 && body.data?.filas === 1 && isDeepStrictEqual(body.data, plain.body.data)
  await one('a stray cell at XFD1048576', await strayed(), isPlain)
  const other = await listen()
  await one('what calls out', await callingOut(other.address), (had) => isPlain(had) && other.asked() === 0)
  other.close()
  const body = await bomb()
  const many = Array.from({ length: mostAtOnce + 1 }, () => preview(house, body.slice()))
  const crowded = '900 MiB, one more at once than are let in'
  results.push(await judge(house, crowded, Promise.all(many), isOneTooMany))
  return results.every(Boolean)
}
