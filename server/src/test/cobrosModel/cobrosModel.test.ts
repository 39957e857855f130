import { afterEach, beforeEach, expect, test } from 'vitest'
import { retryingSender } from '../crash/retryingSender.ts'
import { programStarter } from '../moneyModel/killRounds.ts'
import type { SendOnce } from '../moneyModel/runSteps.ts'
import { findDatabaseUrl } from '../respaldo.ts'
import { type Client, type TestApp, testApp } from '../testApp.ts'
import { runCobrosSteps } from './runSteps.ts'

/*
 * Random invoices, payments and annulments, compared to the cent with a model of docs/contract/receivables.md after each
 * step. To repeat: COBROS_SEED. More steps: COBROS_STEPS.
 */
const seed = Number(process.env.COBROS_SEED ?? Math.floor(Math.random() * 2 ** 31))
const steps = Number(process.env.COBROS_STEPS ?? 150)

let server: TestApp
let token: string
beforeEach(async () => {
  server = await testApp()
  const options = {
    rol: 'usuario',
    permisos: ['gestionar_catalogos'],
    permisos_dinero: ['gestionar_cobros'],
  } as const
  token = (await server.as(options)).token ?? ''
})
afterEach(() => server.close())

const senderOf =
  (client: Client): SendOnce =>
  (method, url, body) => {
    const request = { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return client.send({ method, url, ...(body !== undefined && request) })
  }

const everyCall = [
  'POST /api/facturas 201',
  'POST /api/facturas 409',
  'PUT /api/facturas/:id 200',
  'POST /api/facturas/:id/anular 200',
  'POST /api/cobros 201',
  'POST /api/cobros 409',
  'POST /api/cobros/:id/anular 200',
]

test('sums: are those of the model after each random step, sent to one server', {
  timeout: 300_000,
}, async () => {
  const counts = await runCobrosSteps({
    programs: [senderOf(server.clientOf(server.app, token))],
    seed,
    steps,
  })
  expect([...counts.keys()]).toEqual(expect.arrayContaining(everyCall))
})

test('sums: are those of the model after each random step, sent to three programs', {
  timeout: 300_000,
}, async () => {
  const start = programStarter(await findDatabaseUrl(server.db))
  const programs = [start(), start(), start()]
  try {
    const addresses = await Promise.all(programs.map(({ listening }) => listening))
    const senders = addresses.map((address) => retryingSender({ address: () => address, token }))
    const counts = await runCobrosSteps({ programs: senders, seed, steps: steps / 2 })
    expect(counts.get('POST /api/cobros 201')).toBeGreaterThan(0)
  } finally {
    for (const { child, ended } of programs) {
      child.kill('SIGTERM')
      await ended
    }
  }
})
