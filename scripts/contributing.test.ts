import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './run.ts'
import { copyCheckout } from './test/copyCheckout.ts'
import { addLines, blocks, place } from './test/instructions.ts'

// Follows the instructions of CONTRIBUTING.md for a field, a catalogue and another record, and nothing else.

let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'flota-newcomer-'))
  copyCheckout(copy)
  linkPackages()
  followInstructions()
}, 900_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Links the installed packages. The workspaces are those of the copy. */
function linkPackages() {
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@flota'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@flota') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const name of readdirSync(join(root, 'node_modules/@flota')))
    symlinkSync(join(copy, name), join(modules, '@flota', name))
  // Packages that a workspace has in another version.
  for (const name of readdirSync(join(root, 'node_modules/@flota')).map((each) => join(each, 'node_modules')))
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(copy, name))
}

const run = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(join(copy, 'node_modules/.bin', command), args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, VITEST: undefined, FORCE_COLOR: undefined, NO_COLOR: '1' },
  })
  return { status, output: stdout + stderr }
}

/** Where a record's fields begin, a new field, and its sheet. Records without a sheet have none to change. */
const catalogueField = [' fields: {', "{ type: 'text', label: 'Campo', max: 100, required: true }"] as const
const plainField = ['defineFields({', "{ label: 'Campo', type: 'text' }"] as const
const records = [
  ['choferes', ...catalogueField, 'choferSheet'],
  ['ayudantes', ...catalogueField, 'ayudanteSheet'],
  ['clientes', ...catalogueField, 'clienteSheet'],
  ['camiones', ...catalogueField, 'camionSheet'],
  ['rutas', ...plainField, 'rutaSheet'],
  ['tarifas', ...plainField, 'tarifaSheet'],
  ['mantenimientos', ...plainField, 'mantenimientoSheet'],
  ['documentos', ...plainField, 'documentoSheet'],
  ['movimientos', ...plainField, 'movimientoSheet'],
  ['facturas', ...plainField, 'facturaSheet'],
  ['cobros', ...plainField, ''],
  ['fiscal', ...plainField, ''],
  ['cargas', ...plainField, ''],
  ['lecturas', ...plainField, ''],
  ['planes', ...plainField, ''],
  ['liquidaciones', ...plainField, ''],
  ['usuarios', ...plainField, ''],
] as const

/** Inserts a field where the record and its sheet begin. @returns the changed files */
function addField([name, beginning, field, sheet]: (typeof records)[number]): string[] {
  const file = `contract/src/records/${name}.ts`
  const insert = (where: string, pattern: RegExp, text: string) => {
    const content = readFileSync(join(copy, where), 'utf8')
    const found = content.match(pattern)
    if (!found) throw new Error(`${where} does not contain ${pattern}`)
    const at = (found.index ?? 0) + found[0].length
    writeFileSync(join(copy, where), `${content.slice(0, at)}\n  campo_${name}: ${text},${content.slice(at)}`)
  }
  insert(file, new RegExp(beginning.replaceAll(/[({]/g, '\\$&')), field)
  if (!sheet) return [file]
  const sheetFile = beginning === catalogueField[0] ? 'contract/src/records/catalogueSheets.ts' : file
  insert(sheetFile, new RegExp(`${sheet} = defineSheet\\([^{]*\\{`), "{ help: 'Texto.', example: 'X' }")
  return [file, sheetFile]
}

type Contents = Map<string, Buffer | undefined>
const readAll = (files: readonly string[]): Contents =>
  new Map(
    files.map((file) => [file, existsSync(join(copy, file)) ? readFileSync(join(copy, file)) : undefined]),
  )
function writeBack(contents: Contents) {
  for (const [file, content] of contents)
    if (content) writeFileSync(join(copy, file), content)
    else rmSync(join(copy, file), { force: true })
}

// Incremental, so that the second check is fast.
const projects = ['.', 'web'].map((name) => [
  name,
  '--incremental',
  '--tsBuildInfoFile',
  join(name, 'types.tsbuildinfo'),
])
const typeErrors = () =>
  projects
    .flatMap((project) => run('tsc', '-p', ...project).output.split(/\n(?=\S)/))
    .filter((each) => each.trim())

/** Runs the copy's server tests of these names. */
function runServerTests(files: readonly string[], ...names: string[]) {
  const { status, output } = run(
    'vitest',
    'run',
    '--project',
    'server',
    ...files,
    '-t',
    names.join('|'),
    '--reporter=verbose',
  )
  const failed = output.match(/^.*[×✗].*$/gm) ?? []
  return { output, failed: status === 0 || failed.length > 0 ? failed : [output] }
}

const record = blocks('A record that is no catalogue')
const catalogue = blocks('A catalogue')
const field = blocks('A field of a record')
const trial = 'server/src/features/rutas/peso.test.ts'

/** Files that a new field of each record changes. */
let changed: Map<string, Set<string>>
/** Files of the trip's field before it. */
let beforeField: Contents
/** Errors with these fields and with a catalogue that is not registered; then with everything in its place. */
let errors: { unfinished: string[]; finished: string[] }
let tested: ReturnType<typeof runServerTests>

/** Checks types and tests once for all instructions, because each check takes many seconds. */
function followInstructions() {
  const [migration, view, trigger, screens, definition, registration] = catalogue
  if (!migration || !view || !trigger || !screens || !definition || !registration)
    throw new Error('CONTRIBUTING.md lacks a block')
  for (const block of record) place(copy, block)
  for (const block of [migration, definition, view, trigger]) place(copy, block)
  addLines(copy, screens.file, screens.code)
  const before = readAll(
    readdirSync(join(copy, 'contract/src/records')).map((name) => `contract/src/records/${name}`),
  )
  changed = new Map(records.map((each) => [each[0], new Set(addField(each))]))
  const unfinished = typeErrors()
  writeBack(before)

  addLines(copy, registration.file, registration.code)
  beforeField = readAll(field.map(({ file }) => file))
  for (const block of field) place(copy, block)
  errors = { unfinished, finished: typeErrors() }
  const pesajes = 'server/src/features/pesajes/routes.test.ts'
  copyFileSync(join(root, 'scripts/test/pesajes.test.txt'), join(copy, pesajes))
  copyFileSync(join(root, 'scripts/test/peso.test.txt'), join(copy, trial))
  const walks = [
    'features/catalogue/routes',
    'features/catalogue/search',
    'features/catalogue/lists',
    'platform/db/views',
    'platform/http/permissions',
    'features/bitacora/everyWriteIsLogged',
  ].map((name) => `server/src/${name}.test.ts`)
  tested = runServerTests([...walks, pesajes, trial], 'remolques', 'pesajes:', 'log: names', 'peso', 'rutas:')
}

test('contract/src/records: a new field of any record takes at most seven files', () => {
  // The others are of the catalogue.
  const ofFields = errors.unfinished.filter(
    (error) => !error.includes('remolques') || error.includes('campo_'),
  )
  // The compiler names what else must change; besides, a migration, the view and its sum.
  for (const error of ofFields) {
    const fields = [...error.matchAll(/campo_([a-z]+)/g)].flatMap(([, name = '']) => name)
    expect(fields, `names no field: ${error}`).not.toEqual([])
    for (const name of fields) changed.get(name)?.add(error.slice(0, error.indexOf('(')))
  }
  for (const [name, files] of changed) expect([...files].slice(4), `files of ${name}`).toEqual([])
})

test('CONTRIBUTING.md: a catalogue takes six places, another record nine', () => {
  expect([record.length, catalogue.length]).toEqual([9, 6])
  expect(errors.unfinished.join('\n')).toContain(`${catalogue.at(-1)?.file}(`)
  expect(errors.finished).toEqual([])
  expect(tested.output).toMatch(/remolques: create, read, list, update, delete and restore/)
  expect(tested.output).toContain('/api/remolques')
  expect(tested.output).toMatch(/pesajes: the view matches the response schema/)
  expect(tested.output).toMatch(/pesajes: create, read, replace, reject, delete and restore/)
  expect(tested.failed).toEqual([])
})

test('CONTRIBUTING.md: a field of a trip takes at most seven files', () => {
  // With schema/landed.sha256.
  expect(beforeField.size + 1).toBeLessThanOrEqual(7)
  expect(tested.output).toMatch(/✓.* peso_kg: is stored/)
  expect(tested.output).toMatch(/✓.* rutas: the view matches the response schema/)
  // Many seconds each: only with `npm run test:thorough`.
  for (const [left, content] of process.env.THOROUGH ? beforeField : []) {
    writeBack(new Map([[left, content]]))
    const faults = typeErrors()
    expect(
      faults.length > 0 ? faults : runServerTests([trial], 'peso').failed,
      `without ${left}`,
    ).not.toEqual([])
    for (const part of field.filter(({ file }) => file === left)) place(copy, part)
  }
}, 900_000)
