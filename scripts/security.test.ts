import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles } from './projectFiles.ts'
import { root } from './run.ts'

test('docs/security.md: names only files that exist', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const named = [...text.matchAll(/`([\w/]+(?:\.\w+)*\.(?:ts|tsx|mjs|json))`/g)].map(([, name = '']) => name)
  const files = projectFiles().map((file) => `/${file}`)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([])
})
