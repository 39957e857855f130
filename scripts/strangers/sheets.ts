import { setTimeout as sleep } from 'node:timers/promises'
import { watchMemory } from '../../server/src/test/memory.ts'
import { hostileSheets } from './hostileSheets.ts'
import type { House } from './openHouse.ts'

/** Of an answer, in ms, and of the pings meanwhile. */
const limit = 21_000
const pingLimit = 100
const pingEvery = 20
/** In MB above what it was before the first: the thread's heap, and what comes in and goes out. */
const mostMemory = 250

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

/** Sends each hostile sheet, prints how it was answered; whether all were refused in time and everybody served. */
export async function sendSheets({ address, pid, target }: House): Promise<boolean> {
  const headers = { authorization: `Bearer ${target.tokens.administrador}` }
  const risen = await watchMemory(pid)
  let isGood = true
  for (const [name, { status, make }] of Object.entries(hostileSheets)) {
    const body = await make()
    const started = performance.now()
    const asked = fetch(`${address}/api/importar/rutas`, { method: 'POST', headers, body })
    const p99 = await pingUntil(address, asked)
    const answer = await asked
    await answer.text()
    const ms = performance.now() - started
    const memory = await risen()
    const isFine = answer.status === status && ms <= limit && p99 <= pingLimit && memory <= mostMemory
    isGood &&= isFine
    console.log(
      `${isFine ? '✓' : '✗'} Sheet: ${name}: ${answer.status} after ${(ms / 1000).toFixed(1)} s, ping's p99 ${p99.toFixed(0)} ms, ${memory.toFixed(0)} MB more`,
    )
  }
  return isGood
}
