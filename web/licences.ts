import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

export const licencesFile = 'licencias.txt'

/** What the style sheets bring: Vite's list has only what the scripts do. */
const ofStyles = ['@fontsource-variable/public-sans', 'tailwindcss']

/** Completes what `build.license` has written. */
export function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    writeBundle: ({ dir = '' }) =>
      appendFileSync(join(dir, licencesFile), ofStyles.map((name) => `\n${licenceOf(name)}`).join('')),
  }
}

function licenceOf(name: string) {
  const read = (file: string) =>
    readFileSync(join(import.meta.dirname, '../node_modules', name, file), 'utf8')
  const { version, license } = JSON.parse(read('package.json')) as { version: string; license: string }
  return `## ${name} - ${version} (${license})\n\n${read('LICENSE').trim()}\n`
}
