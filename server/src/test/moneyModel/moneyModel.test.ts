import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDatabaseUrl } from '../respaldo.ts'
import { type Client, type TestApp, testApp } from '../testApp.ts'
import { type KillOptions, programStarter, runKillRounds } from './killRounds.ts'
import { testLostResponses } from './lostResponses.ts'
import { runMoneySteps, type SendOnce } from './runSteps.ts'

/*
 * Random money calls, compared to the cent with a model of docs/contract/money.md after each step.
 * npm run test:crash runs it on three programs. To repeat: MONEY_SEED. More steps: MONEY_STEPS.
 */
const seed = Number(process.env.MONEY_SEED ?? Math.floor(Math.random() * 2 ** 31))
const steps = Number(process.env.MONEY_STEPS ?? 200)

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

test(`sums: are the model's after each of ${steps} random steps`, { timeout: 600_000 }, async () => {
  const send: SendOnce = (method, url, body) => {
    const request = { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const options = { method, url, ...(body !== undefined && request) } as InjectOptions
    return admin.send(options)
  }
  const responseCounts = await runMoneySteps({ programs: [send], seed, steps })
  expect(responseCounts.get('POST /api/liquidaciones 201')).toBeGreaterThan(0)
})

/** Runs `work` with two programs on a database of their own. */
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

test('settlement: is complete or absent when the program is killed during it', () =>
  onTwo(async (on) => {
    const { whole, none } = await runKillRounds({ ...on, rounds: 4 }, 100)
    expect(whole + none).toBe(4)
  }))

test('settlement: is returned to the repeat and exists once when the program is killed before its response', () =>
  onTwo(async (on) => {
    expect(await testLostResponses({ ...on, rounds: 2 })).toBe(2)
  }))
