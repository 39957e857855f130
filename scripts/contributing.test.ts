import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
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
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './run.ts'
import { copyCheckout } from './test/copyCheckout.ts'

// Follows the instructions of CONTRIBUTING.md for a field, a catalogue and another record, and nothing else.

let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'flota-newcomer-'))
  copyCheckout(copy)
  linkPackages()
})
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

/** Returns the section's code blocks, with file and place named by the line before. */
function blocks(section: string) {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const [, part = ''] = text.split(`\n## ${section}\n`)
  const [own = ''] = part.split('\n## ')
  const named = /^`([^`]+)`(?:, in `(\w+)`|, after `([^`]+)`)?[^\n]*\n\n```\w+\n([\s\S]*?)```/gm
  return [...own.matchAll(named)].map(([, file = '', into, after, code = '']) => ({
    file,
    into,
    after,
    code,
  }))
}

/**
 * Adds imports at the top. A line that starts like an existing one replaces it. Other lines are appended to
 * `into`, or to the file's list.
 */
function addLines(file: string, code: string, into?: string) {
  const lines = readFileSync(join(copy, file), 'utf8').split('\n')
  for (const line of code.trimEnd().split('\n')) {
    const beginning = line.split('=')[0] ?? ''
    const same = lines.findIndex((each) => line.includes('=') && each.startsWith(beginning))
    const start = lines.findIndex((each) => into && new RegExp(`(const|function) ${into}\\b`).test(each))
    const end = lines.findIndex((each, at) => at > start && /^[}\]]/.test(each))
    if (line.startsWith('import ')) lines.unshift(line)
    else if (same >= 0) lines[same] = line
    else lines.splice(into ? end : lines.findLastIndex((each) => each.startsWith('} as const')), 0, line)
  }
  writeFileSync(join(copy, file), lines.join('\n'))
}

/** Inserts lines after the first one that contains a text. */
function addAfter(file: string, text: string, code: string) {
  const lines = readFileSync(join(copy, file), 'utf8').split('\n')
  const at = lines.findIndex((line) => line.includes(text))
  if (at < 0) throw new Error(`${file} has no line with ${text}`)
  lines.splice(at + 1, 0, code.trimEnd())
  writeFileSync(join(copy, file), lines.join('\n'))
}

/** Appends to an existing SQL file, writes a new file whole. */
function place({ file, into, after, code }: ReturnType<typeof blocks>[number]) {
  if (into) addLines(file, code, into)
  else if (after) addAfter(file, after, code)
  else if (file.includes('/schema/')) appendFileSync(join(copy, file), code)
  else {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), code)
  }
}

test('CONTRIBUTING.md: a catalogue takes six places, another record nine', () => {
  const record = blocks('A record that is no catalogue')
  expect(record.map(({ file }) => file)).toHaveLength(9)
  record.forEach(place)
  const [migration, view, trigger, screens, definition, registration, ...rest] = blocks('A catalogue')
  if (!migration || !view || !trigger || !screens || !definition || !registration)
    throw new Error('CONTRIBUTING.md lacks a block')
  expect(rest).toEqual([])
  for (const block of [migration, definition, view, trigger]) place(block)
  addLines(screens.file, screens.code)
  // Incremental, so that the second check of the web is fast.
  const web = ['web', '--incremental', '--tsBuildInfoFile', 'web.tsbuildinfo']
  expect(run('tsc', '-p', ...web).output).toContain(`${registration.file}(`)

  addLines(registration.file, registration.code)
  for (const project of [['.'], web]) expect(run('tsc', '-p', ...project)).toEqual({ status: 0, output: '' })
  const walks = [
    'features/catalogue/routes',
    'features/catalogue/search',
    'features/catalogue/lists',
    'platform/db/views',
    'platform/http/permissions',
    'features/bitacora/everyWriteIsLogged',
  ]
  copyFileSync(
    join(root, 'scripts/test/pesajes.test.txt'),
    join(copy, 'server/src/features/pesajes/routes.test.ts'),
  )
  const files = [...walks, 'features/pesajes/routes'].map((name) => `server/src/${name}.test.ts`)
  const { status, output } = run(
    'vitest',
    'run',
    '--project',
    'server',
    ...files,
    '-t',
    'remolques|pesajes:|log: names',
    '--reporter=verbose',
  )
  expect(output).toMatch(/remolques: create, read, list, update, delete and restore/)
  expect(output).toContain('/api/remolques')
  expect(output).toMatch(/pesajes: the view matches the response schema/)
  expect(output).toMatch(/pesajes: create, read, replace, reject, delete and restore/)
  expect({ status, failed: output.match(/^.*[×✗].*$/gm) }).toEqual({ status: 0, failed: null })
}, 600_000)

/** Runs tests of the copy's server. @returns names of the failed ones */
function runServerTests(...args: string[]): string[] {
  const { status, output } = run('vitest', 'run', '--project', 'server', ...args, '--reporter=verbose')
  const failed = output.match(/^.*[×✗].*$/gm) ?? []
  return status === 0 || failed.length > 0 ? failed : [output]
}

test('CONTRIBUTING.md: a field of a trip takes at most seven files', () => {
  const parts = blocks('A field of a record')
  const files = [...new Set(parts.map(({ file }) => file))]
  // With schema/landed.sha256.
  expect(files.length + 1).toBeLessThanOrEqual(7)
  const before = new Map(
    files.map((file) => [file, existsSync(join(copy, file)) ? readFileSync(join(copy, file)) : undefined]),
  )
  const revert = (file: string) => {
    const content = before.get(file)
    if (content) writeFileSync(join(copy, file), content)
    else rmSync(join(copy, file), { force: true })
  }
  const web = ['web', '--incremental', '--tsBuildInfoFile', 'web.tsbuildinfo']
  const server = ['.', '--incremental', '--tsBuildInfoFile', 'server.tsbuildinfo']
  const trial = 'server/src/features/rutas/peso.test.ts'
  const findFaults = () => {
    const errors = [web, server].map((project) => run('tsc', '-p', ...project).output).join('')
    return errors ? [errors] : runServerTests(trial, '-t', 'peso')
  }

  parts.forEach(place)
  copyFileSync(join(root, 'scripts/test/peso.test.txt'), join(copy, trial))
  expect(runServerTests(trial, 'server/src/platform/db/views.test.ts', '-t', 'peso|rutas')).toEqual([])
  expect(findFaults()).toEqual([])
  // Ten seconds each: only with `npm run test:thorough`.
  for (const left of process.env.THOROUGH ? files : []) {
    revert(left)
    expect(findFaults(), `without ${left}`).not.toEqual([])
    for (const part of parts.filter(({ file }) => file === left)) place(part)
  }
}, 900_000)

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

test('contract/src/records: a new field of any record takes at most seven files', () => {
  const changed = new Map<string, Set<string>>(
    records.map((record) => [record[0], new Set(addField(record))]),
  )
  // The compiler names what else must change; besides, a migration, the view and its sum.
  const errors = ['.', 'web'].flatMap((project) => run('tsc', '-p', project).output.split(/\n(?=\S)/))
  for (const error of errors.filter((each) => each.trim())) {
    const fields = [...error.matchAll(/campo_([a-z]+)/g)].flatMap(([, name = '']) => name)
    expect(fields, `names no field: ${error}`).not.toEqual([])
    for (const name of fields) changed.get(name)?.add(error.slice(0, error.indexOf('(')))
  }
  for (const [name, files] of changed) expect([...files].slice(4), `files of ${name}`).toEqual([])
}, 300_000)
