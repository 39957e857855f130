import { readFileSync, rmSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { printLine, root, runQuietly, SetupError } from './process.mjs'

/**
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[] }} Entry
 */

// npm writes this list last and removes it first, so that an interrupted install has none.
const installedList = join(root, 'node_modules/.package-lock.json')

/** @param {string} path a lock file, the checkout's or node_modules' own */
const entries = (path) => {
  const lock = /** @type {{ packages: Record<string, Entry> }} */ (JSON.parse(readFileSync(path, 'utf8')))
  return lock.packages
}

/** @param {Entry} entry */
const isNeededHere = ({ optional, os, cpu, libc }) =>
  // An optional package for every platform may be there for one that belongs to another platform.
  (!optional || os !== undefined || cpu !== undefined) &&
  (os?.includes(process.platform) ?? true) &&
  (cpu?.includes(process.arch) ?? true) &&
  // The pinned Node and the embedded database are built for glibc.
  (libc?.includes('glibc') ?? true)

/**
 * @param {Record<string, Entry>} wanted the lock's entries
 * @param {Record<string, Entry>} there those of node_modules
 * @param {boolean} dev whether packages for tests and checks are wanted too
 * @returns {string[]} the packages that are wanted and not there
 */
const missingPackages = (wanted, there, dev) =>
  Object.entries(wanted)
    .filter(([key, entry]) => key.includes('node_modules/') && (dev || !entry.dev) && isNeededHere(entry))
    .filter(([key, { version, integrity }]) => {
      const found = there[key]
      return !found || found.version !== version || (integrity && found.integrity !== integrity)
    })
    .map(([key]) => key)

/** @param {boolean} dev @returns {string[]} */
const missing = (dev) => {
  const wanted = entries(join(root, 'package-lock.json'))
  try {
    return missingPackages(wanted, entries(installedList), dev)
  } catch {
    return ['node_modules']
  }
}

/** @param {boolean} dev */
export const packagesReady = (dev) => missing(dev).length === 0

/** npm as the user started it, run by the user's Node: `npm ci` deletes the one in node_modules. */
const npm = () => {
  const { npm_execpath: script = '', npm_node_execpath: node } = process.env
  return basename(script) === 'npm-cli.js' && node && !node.includes('node_modules')
    ? { program: node, args: [script] }
    : { program: 'npm', args: [] }
}

const environment = () => {
  const PATH = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter)
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, PATH }
  // Set-up started by another checkout's npm would install there.
  delete env.npm_config_local_prefix
  return env
}

/** @param {boolean} dev */
export const installPackages = async (dev) => {
  printLine('Instalando paquetes…')
  rmSync(installedList, { force: true })
  const { program, args } = npm()
  const group = dev ? '--include=dev' : '--omit=dev'
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  await runQuietly({
    program,
    args: [...args, 'ci', '--ignore-scripts', group, '--include=optional', ...quiet],
    env: environment(),
    failure: 'No se pudieron instalar los paquetes (npm ci): revisa la conexión y vuelve a intentarlo.',
  })
  const missingAfter = missing(dev)
  if (missingAfter.length > 0)
    throw new SetupError(`npm terminó, pero faltan paquetes: ${missingAfter.join(', ')}`)
}
