import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'

/** Generated folders, as in .gitignore. Listed here because git may be missing. */
const generatedFolders = [
  'web/dist',
  'data',
  'data-demo',
  'test-results',
  'playwright-report',
  '.setup',
  '.git',
]

/** Returns every file of the project, relative to the checkout. */
export const projectFiles = (folder = '.'): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .map((entry) => ({ entry, path: join(folder, entry.name) }))
    .filter(({ entry, path }) => entry.name !== 'node_modules' && !generatedFolders.includes(path))
    .flatMap(({ entry, path }) => {
      return entry.isDirectory() ? projectFiles(path) : [path]
    })
