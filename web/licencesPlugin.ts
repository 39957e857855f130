import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

export const licencesFile = 'licencias.txt'

/** What the style sheets and the printed pages bring: Vite's list has only what the scripts do. */
const extraPackages = [
  ['@fontsource-variable/public-sans', 'LICENSE'],
  ['tailwindcss', 'LICENSE'],
  ['@expo-google-fonts/noto-sans', 'LICENSE_FONT'],
] as const

/** Completes what `build.license` has written. */
export function licencesPlugin(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    writeBundle: ({ dir = '' }) =>
      appendFileSync(
        join(dir, licencesFile),
        extraPackages.map(([name, file]) => `\n${licenceText(name, file)}`).join(''),
      ),
  }
}

function licenceText(name: string, licence: string) {
  const read = (file: string) =>
    readFileSync(join(import.meta.dirname, '../node_modules', name, file), 'utf8')
  const { version, license } = JSON.parse(read('package.json')) as { version: string; license: string }
  return `## ${name} - ${version} (${license})\n\n${read(licence).trim()}\n`
}
