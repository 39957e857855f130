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
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './run.ts'

// The real set-up script in a checkout of its own, whose packages are folders beside it: no network.

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

/** Stands in for Vite: notes that it ran, fails or dawdles when the sources say so, writes a page. */
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

const start = (command: string) => {
  const child = spawn(process.execPath, ['scripts/setup.mjs', command], { cwd: checkout, env: environment() })
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
  cpSync(join(root, 'scripts/setup.mjs'), join(checkout, 'scripts/setup.mjs'))
  cpSync(join(root, 'scripts/setup'), join(checkout, 'scripts/setup'), { recursive: true })
  lock(folders, ['other'])
  write('vite/bin/vite.js', fakeVite)
  write('contract/src/calls.ts', '')
  write('docs/manual.md', '')
  write('docs/manual/rutas.webp', '')
  write('web/index.html', 'one')
})
afterEach(() => rmSync(checkout, { recursive: true, force: true }))

test('a second set-up has nothing to do and says nothing', async () => {
  const first = await setUp('start')
  expect(first).toEqual({ status: 0, output: 'Instalando paquetes…\nConstruyendo la web…\n' })
  expect(at('.setup')).toBe(false)
  expect(await setUp('start')).toEqual(nothingToDo)
  expect(builds()).toEqual(['one'])
})

test('start leaves out what only tests need, and is content with what they installed', async () => {
  await setUp('start')
  expect(at('node_modules/other')).toBe(false)
  expect((await setUp('check')).output).toBe('Instalando paquetes…\n')
  expect(at('node_modules/other')).toBe(true)
  expect(await setUp('start')).toEqual(nothingToDo)
})

test('a changed lock file means a new install', async () => {
  await setUp('check')
  lock({ ...folders, third: '1.0.0' }, ['other', 'third'])
  expect((await setUp('check')).output).toBe('Instalando paquetes…\n')
  expect(at('node_modules/third')).toBe(true)
})

test('an interrupted install is done again', async () => {
  await setUp('check')
  // npm removes this list first and writes it last.
  rmSync(join(checkout, 'node_modules/.package-lock.json'))
  expect((await setUp('check')).output).toBe('Instalando paquetes…\n')
  expect(await setUp('check')).toEqual(nothingToDo)
})

test('an install that fails shows what npm said, and one clear line', async () => {
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

test('changed sources mean a new build, changed dates do not', async () => {
  await setUp('start')
  utimesSync(join(checkout, 'web/index.html'), new Date(), new Date(0))
  expect(await setUp('start')).toEqual(nothingToDo)
  write('web/index.html', 'two')
  expect((await setUp('start')).output).toBe('Construyendo la web…\n')
  expect(read('web/dist/index.html')).toBe('two')
  write('contract/src/calls.ts', 'export {}')
  expect((await setUp('start')).output).toBe('Construyendo la web…\n')
})

test('a build that fails leaves the one that was there', async () => {
  await setUp('start')
  write('web/index.html', 'broken')
  const { status, output } = await setUp('start')
  expect(status).toBe(1)
  expect(output).toBe('Construyendo la web…\nsyntax error\nNo se pudo construir la web.\n')
  expect(read('web/dist/index.html')).toBe('one')
})

test('Ctrl+C during a build ends it, and the next set-up builds again', async () => {
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

test('two set-ups at once do the work once', async () => {
  const both = await Promise.all([setUp('start'), setUp('start')])
  expect(both.map(({ status }) => status)).toEqual([0, 0])
  expect(builds()).toEqual(['one'])
})

test('the lock of a set-up that was killed does not stop the next', async () => {
  mkdirSync(join(checkout, '.setup'))
  utimesSync(join(checkout, '.setup'), new Date(), new Date(Date.now() - 60_000))
  expect((await setUp('start')).status).toBe(0)
})

test('a browser that does not run is named', async () => {
  await setUp('start')
  const { status, output } = await setUp('test')
  expect(status).toBe(1)
  expect(output).toContain('Chromium (/nowhere/chromium) no funciona')
})
