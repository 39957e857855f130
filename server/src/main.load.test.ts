import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAgain } from './test/askAgain.ts'
import { aDirectory, type Program, startProgram } from './test/program.ts'

const password = 'La oficina abre a las 7'

let directory: Awaited<ReturnType<typeof aDirectory>>
let program: Program
let address: string
let token: string
beforeAll(async () => {
  directory = await aDirectory()
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

/** How often each status came in so many answers to so many clients. */
async function statuses(clients: number, answers: number) {
  const enough = new AbortController()
  const counts: Record<number, number> = {}
  let missing = answers
  await askAgain(clients, { address, token, path: '/api/rutas' }, enough.signal, ({ status }) => {
    counts[status] = (counts[status] ?? 0) + 1
    if (--missing === 0) enough.abort()
  })
  return counts
}

/** The most memory that the program has had, in MB. */
async function peak(): Promise<number> {
  const status = await readFile(`/proc/${program.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

test('64 clients are all served', async () => {
  expect(Object.keys(await statuses(64, 2000))).toEqual(['200'])
})

test('500 clients are served or told to wait, and the memory of it stays small', async () => {
  const counts = await statuses(500, 10_000)
  expect(Object.keys(counts).filter((status) => !['200', '503'].includes(status))).toEqual([])
  expect(counts[200]).toBeGreaterThan(0)
  expect(await peak()).toBeLessThan(270)
})
