import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles } from './projectFiles.ts'
import { root } from './run.ts'
import { thirdPartyFile, thirdPartyText } from './thirdParty.ts'

test('docs/security.md: names only files that exist', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const named = [...text.matchAll(/`([\w/]+(?:\.\w+)*\.(?:ts|tsx|mjs|json))`/g)].map(([, name = '']) => name)
  const files = projectFiles().map((file) => `/${file}`)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([])
})

test('THIRD-PARTY.txt: is what npm run third-party writes', () => {
  expect(readFileSync(thirdPartyFile, 'utf8') === thirdPartyText()).toBe(true)
})

test('documents: name only commands of npx that are in package-lock.json', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const documents = projectFiles().filter((file) => file.endsWith('.md'))
  expect(documents.length).toBeGreaterThan(30)
  const named = documents.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bnpx (?:-\S+ )*([@\w/-]+)/g)].map(
      ([, name]) => name,
    ),
  )
  expect(named.filter((name) => !lock.includes(`"node_modules/${name}"`))).toEqual([])
})
