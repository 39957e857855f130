import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'

/** Folders that our commands make, and git's own: what .gitignore says, without asking git, which may be absent. */
const generatedFolders = [
  'web/dist',
  'data',
  'data-demo',
  'test-results',
  'playwright-report',
  '.setup',
  '.git',
]

/** Every file of the project, as a path relative to the checkout. */
export const projectFiles = (folder = '.'): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .map((entry) => ({ entry, path: join(folder, entry.name) }))
    .filter(({ entry, path }) => entry.name !== 'node_modules' && !generatedFolders.includes(path))
    .flatMap(({ entry, path }) => {
      return entry.isDirectory() ? projectFiles(path) : [path]
    })
