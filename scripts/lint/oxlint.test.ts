import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bin, root } from '../run.ts'

// Runs the project's configuration on files that each break one rule.

const lines = (count: number) => 'export {}\n'.repeat(count)
const longFunction = `export const long = () => {\n${'  Math.random()\n'.repeat(40)}}\n`

const broken: Record<string, [rule: string, text: string]> = {
  'server/src/features/rutas/layers.ts': ['flota(layers)', "import '../camiones/queries.ts'\n"],
  'server/src/features/rutas/dynamic.ts': [
    'flota(layers)',
    "export const load = () => import('../camiones/queries.ts')\n",
  ],
  'server/src/features/rutas/barrel.ts': ['flota(no-reexport)', "export { a } from './cycleA.ts'\n"],
  'server/src/features/rutas/cycleA.ts': [
    'import(no-cycle)',
    "import { b } from './cycleB.ts'\nexport const a = () => b\n",
  ],
  'server/src/features/rutas/cycleOfTypes.ts': [
    'import(no-cycle)',
    "import type { B } from './cycleOfTypesB.ts'\nexport type A = B[]\n",
  ],
  'server/src/features/rutas/any.ts': ['typescript(no-explicit-any)', 'export const value: any = 1\n'],
  'server/src/features/rutas/unsafe.ts': [
    'typescript(no-unsafe-assignment)',
    "export const value: string = JSON.parse('1')\n",
  ],
  'server/src/features/rutas/floating.ts': [
    'typescript(no-floating-promises)',
    'const work = async () => 1\nexport const start = () => {\n  work()\n}\n',
  ],
  'server/src/features/rutas/large.ts': ['eslint(max-lines)', lines(251)],
  'server/src/features/rutas/large.test.ts': ['eslint(max-lines)', lines(251)],
  'server/src/features/rutas/long.ts': ['eslint(max-lines-per-function)', longFunction],
  'server/src/features/rutas/console.ts': ['eslint(no-console)', "console.log('hola')\n"],
  'contract/src/other.ts': ['flota(layers)', "import 'fastify'\n"],
  'web/src/rutas/Page.tsx': [
    'flota(layers)',
    "import { z } from 'zod'\nexport const Page = () => <p>{typeof z}</p>\n",
  ],
}
const sound = {
  'server/src/features/rutas/cycleB.ts': "import { a } from './cycleA.ts'\nexport const b = () => a\n",
  'server/src/features/rutas/cycleOfTypesB.ts':
    "import type { A } from './cycleOfTypes.ts'\nexport type B = A | 0\n",
  'server/src/camiones/queries.ts': 'export const none = 0\n',
  'web/src/rutas/Sound.tsx': 'export const Sound = () => <p>hola</p>\n',
}

let checkout: string
let found: { filename: string; code: string }[]

beforeAll(() => {
  checkout = realpathSync(mkdtempSync(join(tmpdir(), 'flota-lint-')))
  for (const name of [
    '.oxlintrc.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'web/tsconfig.json',
    'scripts/lint',
  ])
    cpSync(join(root, name), join(checkout, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  const texts = Object.entries(broken).map(([name, [, text]]): [string, string] => [name, text])
  for (const [name, text] of [...texts, ...Object.entries(sound)]) {
    mkdirSync(dirname(join(checkout, name)), { recursive: true })
    writeFileSync(join(checkout, name), text)
  }
  const { stdout } = spawnSync(bin('oxlint'), ['--format=json', 'server', 'contract', 'web'], {
    cwd: checkout,
    encoding: 'utf8',
  })
  const report = JSON.parse(stdout) as { diagnostics: typeof found }
  found = report.diagnostics
})
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

test.each(Object.entries(broken))('oxlint: rejects %s', (name, [rule]) => {
  expect(found.filter(({ filename }) => filename === name).map(({ code }) => code)).toContain(rule)
})

test('oxlint: accepts correct files', () => {
  const clean = ['server/src/camiones/queries.ts', 'web/src/rutas/Sound.tsx']
  expect(found.filter(({ filename }) => clean.includes(filename))).toEqual([])
})
