import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '../server/src/platform/env.ts'
import { root } from './run.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const variables = Object.keys(readEnv({})).toSorted()

/** Returns the variables named in a text. `_KEY` takes its prefix from the variable before it. */
function named(text: string): string[] {
  let beginning = ''
  return [...text.matchAll(/`(_?[A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => {
    if (name.startsWith('_')) return beginning + name
    beginning = name.slice(0, name.lastIndexOf('_'))
    return name
  })
}

/** Returns the variables in the first column of a section's table. */
function tableOf(file: string, section: string): string[] {
  const [, part = ''] = read(file).split(`\n## ${section}\n`)
  const [own = ''] = part.split('\n## ')
  return [...own.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) => named(cell)).toSorted()
}

test('docs/operations/configure.md: lists exactly the variables that the program reads', () => {
  expect(tableOf('docs/operations/configure.md', 'Environment variables')).toEqual(variables)
})

test('README.md: names each variable that the program reads', () => {
  const [, part = ''] = read('README.md').split('\n## Configuration\n')
  const [own = ''] = part.split('\n## ')
  expect(named(own).toSorted()).toEqual(variables)
})

test('deploy/flota.env: names only variables that the program reads', () => {
  const text = read('deploy/flota.env')
  const set = [...text.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(set.length).toBeGreaterThan(3)
  expect(set.filter((name) => name && !variables.includes(name))).toEqual([])
})

test('CHANGELOG.md: starts with the version of every package.json and of package-lock.json', () => {
  const [, newest] = /^## (\S+)/m.exec(read('CHANGELOG.md')) ?? []
  const { version, workspaces } = JSON.parse(read('package.json')) as {
    version: string
    workspaces: string[]
  }
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version: string }>
  }
  const versionOf = (name: string) =>
    (JSON.parse(read(join(name, 'package.json'))) as { version: string }).version
  const written = workspaces.flatMap((name) => [versionOf(name), packages[name]?.version])
  expect(new Set([newest, packages['']?.version, ...written])).toEqual(new Set([version]))
})
