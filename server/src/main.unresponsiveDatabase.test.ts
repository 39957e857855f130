import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  createDataDirectory,
  type Process,
  type Program,
  processTree,
  startProgram,
  stillRunning,
} from './test/program.ts'

const password = 'La oficina abre a las 7'

let directory: Awaited<ReturnType<typeof createDataDirectory>>
let program: Program
let database: Process[] = []
beforeAll(async () => {
  directory = await createDataDirectory(inject('migratedDataDir'))
})
afterAll(async () => {
  await signal('SIGCONT')
  program.child.kill('SIGTERM')
  await program.ended
  await directory.remove()
})

/** Signals the remaining processes, because PostgreSQL ends some by itself. */
async function signal(name: NodeJS.Signals) {
  for (const { pid } of await stillRunning(database)) process.kill(pid, name)
}

test('server: returns 503 within 5 s while PostgreSQL is stopped, and recovers', async () => {
  program = startProgram({ DATA_DIR: directory.dataDir, ADMIN_PASSWORD: password, LOG_LEVEL: 'error' })
  const address = await program.listening
  const login = () =>
    fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    })
  const { data } = (await (await login()).json()) as { data: { token: string } }
  const get = (path: string) =>
    fetch(`${address}${path}`, { headers: { authorization: `Bearer ${data.token}` } })
  const all = ['/api/salud', '/api/rutas', '/api/reportes', '/api/reportes/exportar']
  const statuses = async () => (await Promise.all([login(), ...all.map(get)])).map(({ status }) => status)
  expect(await statuses()).toEqual([200, 200, 200, 200, 200])

  database = (await processTree(program.pid)).filter(({ command }) => command === 'postgres')
  await signal('SIGSTOP')
  // The first round uses open connections, the second needs new ones.
  for (let i = 0; i < 2; i++) {
    const answers = Promise.all([login(), ...all.map(get)])
    // The limit is 5 s; 15 s leaves room for a busy machine.
    expect(await Promise.race([answers, sleep(15_000, 'never')])).not.toBe('never')
    for (const answer of await answers) {
      expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, 1])
    }
  }
  await signal('SIGCONT')
  await expect.poll(statuses, { timeout: 30_000 }).toEqual([200, 200, 200, 200, 200])
})
