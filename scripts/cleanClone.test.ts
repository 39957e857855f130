import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { debianNodeDir, debianNodeReady } from './setup/debianNode.mjs'
import { copyCheckout } from './test/copyCheckout.ts'

// Starts a clean clone as README.md says, in a folder that only its owner can read (as in CI).

let clone: string
let data: string
let running: { npm: ChildProcess; ended: Promise<unknown> } | undefined

/** Signals npm, its shell and the program, as Ctrl+C does. */
const interrupt = (npm: ChildProcess) => process.kill(-(npm.pid ?? Number.NaN), 'SIGINT')

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'flota-clone-'))
  data = closedToPostgres() ? mkdtempSync(join(tmpdir(), 'flota-data-')) : join(clone, 'data')
  copyCheckout(clone)
})
afterAll(async () => {
  if (running?.npm.exitCode === null) interrupt(running.npm)
  await running?.ended
  for (const folder of [clone, data]) rmSync(folder, { recursive: true, force: true })
})

/** PostgreSQL of root can't enter the clone without a user namespace, so DATA_DIR is set. */
const closedToPostgres = () =>
  process.getuid?.() === 0 && spawnSync('unshare', ['--user', '--map-user=65534', 'true']).status !== 0

/** Debian 12's Node 18, which `setup.cjs test` unpacks; on another system the machine's own Node. */
const oldNode = existsSync(debianNodeDir) ? [debianNodeDir] : []

/** Environment of a user's shell: without this project's Node and without variables of npm and Vitest. */
const environment = (firstInPath: string[]) => {
  const own = /^(npm_|VITEST|NODE_ENV$|NODE_OPTIONS$|DATA_DIR$|DATABASE_|ADMIN_)/
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
  const PATH = (env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const elsewhere = data.startsWith(clone) ? {} : { DATA_DIR: data }
  return { ...env, ...elsewhere, PATH: [...firstInPath, ...PATH].join(delimiter), PORT: '0' }
}

const npmStart = async (...firstInPath: string[]) => {
  const started = performance.now()
  const npm = spawn('npm', ['start'], { cwd: clone, env: environment(firstInPath), detached: true })
  let output = ''
  const add = (chunk: Buffer) => {
    output += chunk.toString()
  }
  npm.stdout.on('data', add)
  npm.stderr.on('data', add)
  const { promise: ended, resolve } = Promise.withResolvers<number | string | null>()
  npm.on('close', (status, signal) => resolve(status ?? signal))
  running = { npm, ended }
  const address = async () => {
    for (;;) {
      const [found] = output.match(/^.*Dirección.*http:\S+/m)?.[0].match(/http:\S+/) ?? []
      if (found) return found
      if (npm.exitCode !== null) throw new Error(output)
      await sleep(20)
    }
  }
  return {
    npm,
    ended,
    address: await address(),
    output: () => output,
    seconds: (performance.now() - started) / 1000,
  }
}

const looksAlive = async (address: string) => {
  expect((await fetch(`${address}/api/salud`)).status).toBe(200)
  const page = await fetch(address, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
}

test("npm start: starts a clean clone with Debian 12's own Node, and each signal stops it in order", async () => {
  const before = { names: readdirSync(clone), lock: readFileSync(join(clone, 'package-lock.json'), 'utf8') }
  expect(debianNodeReady()).toBe(true)
  const { stdout } = spawnSync('node', ['--version'], { env: environment(oldNode), encoding: 'utf8' })
  expect(stdout).toMatch(oldNode.length > 0 ? /^v18\./ : /^v\d/)
  const first = await npmStart(...oldNode)
  await looksAlive(first.address)
  expect(first.output()).toMatch(/Instalando paquetes…\n(.*\n)*Construyendo la web…/)
  expect(first.output()).toContain('Contraseña')
  expect(first.output()).not.toMatch(/EBADENGINE|ExperimentalWarning/)
  interrupt(first.npm)
  expect(await first.ended).toBe(0)

  const second = await npmStart()
  await looksAlive(second.address)
  expect(second.output()).not.toMatch(/Instalando|Construyendo|Contraseña/)
  // As a supervisor does: only npm gets the signal.
  second.npm.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  console.log(
    `npm start: first ${first.seconds.toFixed(1)} s on Node ${stdout.trim()}, second ${second.seconds.toFixed(2)} s`,
  )

  const made = readdirSync(clone).filter((name) => !before.names.includes(name) && name !== 'data')
  expect(made).toEqual(['node_modules'])
  expect(readFileSync(join(clone, 'package-lock.json'), 'utf8')).toBe(before.lock)
}, 600_000)
