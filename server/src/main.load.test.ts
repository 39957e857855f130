import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { repeatRequests } from './test/httpRetry.ts'
import { createDataDirectory, type Program, startProgram } from './test/program.ts'
import { watchMemoryMb } from './test/watchMemory.ts'

const password = 'La oficina abre a las 7'

let directory: Awaited<ReturnType<typeof createDataDirectory>>
let program: Program
let address: string
let token: string
beforeAll(async () => {
  directory = await createDataDirectory(inject('migratedDataDir'))
  program = startProgram({ DATA_DIR: directory.dataDir, ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' })
  address = await program.listening
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  token = ((await answer.json()) as { data: { token: string } }).data.token
})
afterAll(async () => {
  program.child.kill('SIGTERM')
  await program.ended
  await directory.remove()
})

/** Counts the statuses of a number of responses to concurrent clients. */
async function statuses(clients: number, answers: number) {
  const enough = new AbortController()
  const counts: Record<number, number> = {}
  let missing = answers
  await repeatRequests(clients, { address, token, path: '/api/rutas' }, enough.signal, ({ status }) => {
    counts[status] = (counts[status] ?? 0) + 1
    if (--missing === 0) enough.abort()
  })
  return counts
}

test('server: returns 200 to 64 concurrent clients', async () => {
  const seen: string[][] = []
  // A busy machine may cause a 503 after 2 s of waiting, but not in each of three rounds.
  while (seen.length < 3 && seen.at(-1)?.join() !== '200') seen.push(Object.keys(await statuses(64, 2000)))
  expect(seen.at(-1)).toEqual(['200'])
})

test('server: returns 200 or 503 to 500 concurrent clients and uses little memory', async () => {
  const raised = await watchMemoryMb(program.pid)
  const counts = await statuses(500, 10_000)
  expect(Object.keys(counts).filter((status) => !['200', '503'].includes(status))).toEqual([])
  expect(counts[200]).toBeGreaterThan(0)
  expect(await raised()).toBeLessThan(100)
})
