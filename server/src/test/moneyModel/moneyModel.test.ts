import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDatabaseUrl } from '../respaldo.ts'
import { type Client, type TestApp, testApp } from '../testApp.ts'
import { type KillOptions, programStarter, runKillRounds } from './killRounds.ts'
import { testLostResponses } from './lostResponses.ts'
import { runMoneySteps, type SendOnce } from './runSteps.ts'

/*
 * Random people's money, after each step compared to the cent with a model written from docs/contract/money.md; over three programs
 * it is a part of npm run test:crash. One of them again: DINERO_SEED; more: DINERO_STEPS.
 */
const seed = Number(process.env.DINERO_SEED ?? Math.floor(Math.random() * 2 ** 31))
const steps = Number(process.env.DINERO_STEPS ?? 200)

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

test(`after each of ${steps} random steps every sum is the model's`, { timeout: 600_000 }, async () => {
  const send: SendOnce = (method, url, body) => {
    const sent = { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const options = { method, url, ...(body !== undefined && sent) } as InjectOptions
    return admin.send(options)
  }
  const told = await runMoneySteps({ programs: [send], seed, steps })
  expect(told.get('POST /api/liquidaciones 201')).toBeGreaterThan(0)
})

/** Does it with two programs on a database of their own. */
async function onTwo(work: (on: Pick<KillOptions, 'programs' | 'start' | 'token'>) => Promise<void>) {
  const other = await testApp()
  const { token = '' } = await other.as()
  const start = programStarter(await findDatabaseUrl(other.db))
  const programs = [start(), start()]
  try {
    await work({ programs, start, token })
  } finally {
    for (const { child, ended } of programs) {
      child.kill('SIGTERM')
      await ended
    }
    await other.close()
  }
}

test('a settlement in whose middle the program is killed is done or not begun', () =>
  onTwo(async (on) => {
    const { whole, none } = await runKillRounds({ ...on, rounds: 4 }, 100)
    expect(whole + none).toBe(4)
  }))

test('a settlement whose answer is lost with the program is told to the repeat, and made once', () =>
  onTwo(async (on) => {
    expect(await testLostResponses({ ...on, rounds: 2 })).toBe(2)
  }))
