import { spawnSync } from 'node:child_process'
import {
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

// A newcomer who does what CONTRIBUTING.md says of a catalogue, and nothing else.

let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'flota-newcomer-'))
  copyCheckout(copy)
  linkPackages()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** The installed packages, but for the workspaces: those are the copy's own. */
function linkPackages() {
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@flota'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@flota') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const name of readdirSync(join(root, 'node_modules/@flota')))
    symlinkSync(join(copy, name), join(modules, '@flota', name))
}

const run = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(join(copy, 'node_modules/.bin', command), args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, VITEST: undefined, FORCE_COLOR: undefined, NO_COLOR: '1' },
  })
  return { status, output: stdout + stderr }
}

/** Each block of the section with the file that the line before it names. */
function blocks(section: string) {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const [, part = ''] = text.split(`\n## ${section}\n`)
  const [own = ''] = part.split('\n## ')
  return [...own.matchAll(/^`([^`]+)`[^\n]*\n\n```\w+\n([\s\S]*?)```/gm)].map(([, file = '', code = '']) => ({
    file,
    code,
  }))
}

/** Imports go to the top; a line that begins as one of the file takes its place; any other ends the file's list. */
function addLines(file: string, code: string) {
  const lines = readFileSync(join(copy, file), 'utf8').split('\n')
  for (const line of code.trimEnd().split('\n')) {
    const beginning = line.split('=')[0] ?? ''
    const same = lines.findIndex((each) => line.includes('=') && each.startsWith(beginning))
    if (line.startsWith('import ')) lines.unshift(line)
    else if (same >= 0) lines[same] = line
    else
      lines.splice(
        lines.findLastIndex((each) => each.startsWith('} as const')),
        0,
        line,
      )
  }
  writeFileSync(join(copy, file), lines.join('\n'))
}

test('a catalogue is a migration, a definition and two registrations', () => {
  const [migration, screens, definition, registration, ...rest] = blocks('A catalogue')
  if (!migration || !screens || !definition || !registration) throw new Error('CONTRIBUTING.md lacks a block')
  expect(rest).toEqual([])
  for (const { file, code } of [migration, definition]) writeFileSync(join(copy, file), code)
  addLines(screens.file, screens.code)
  // What the first check of the web learns, the second need not work out again.
  const web = ['web', '--incremental', '--tsBuildInfoFile', 'web.tsbuildinfo']
  expect(run('tsc', '-p', ...web).output.match(/^\S+\.tsx?(?=\()/gm)).toEqual([registration.file])

  addLines(registration.file, registration.code)
  for (const project of [['.'], web]) expect(run('tsc', '-p', ...project)).toEqual({ status: 0, output: '' })
  const walks = [
    'catalogue/routes',
    'catalogue/search',
    'catalogue/lists',
    'db/views',
    'http/permissions',
    'bitacora/walk',
  ]
  const files = walks.map((name) => `server/src/${name}.test.ts`)
  const { status, output } = run(
    'vitest',
    'run',
    '--project',
    'server',
    ...files,
    '-t',
    'remolques',
    '--reporter=verbose',
  )
  expect(output).toMatch(/remolques: created, read, listed, changed, deleted and restored/)
  expect(output).toContain('/api/remolques')
  expect({ status, failed: output.match(/^.*[×✗].*$/gm) }).toEqual({ status: 0, failed: null })
}, 600_000)
