import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { printLine, root, runQuietly, SetupError } from './process.mjs'
import { setupDir } from './setupLock.mjs'

/**
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[] }} Entry
 */

// npm writes this file last and removes it first, so an interrupted install has none.
const installedList = join(root, 'node_modules/.package-lock.json')

/** @param {string} path a lock file: the checkout's, or node_modules/.package-lock.json */
const entries = (path) => {
  const lock = /** @type {{ packages: Record<string, Entry> }} */ (JSON.parse(readFileSync(path, 'utf8')))
  return lock.packages
}

/** @param {Entry} entry */
const isNeededHere = ({ optional, os, cpu, libc }) =>
  // npm may install such a package although it belongs to another platform.
  (!optional || os !== undefined || cpu !== undefined) &&
  (os?.includes(process.platform) ?? true) &&
  (cpu?.includes(process.arch) ?? true) &&
  // The pinned Node and the embedded PostgreSQL are built for glibc.
  (libc?.includes('glibc') ?? true)

/**
 * @param {Record<string, Entry>} wanted entries of package-lock.json
 * @param {Record<string, Entry>} installed entries of node_modules
 * @param {boolean} dev whether to include packages for tests and checks
 * @returns {string[]} the packages that are missing or have another version
 */
const missingPackages = (wanted, installed, dev) =>
  Object.entries(wanted)
    .filter(([key, entry]) => key.includes('node_modules/') && (dev || !entry.dev) && isNeededHere(entry))
    .filter(([key, { version, integrity }]) => {
      const found = installed[key]
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

/** Returns the npm that the user started, run by the user's Node: `npm ci` deletes ours. */
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
  // Another checkout's npm would install into that checkout.
  delete env.npm_config_local_prefix
  return env
}

/** Returns whether npm installs all packages on this Node: it leaves out those whose `engines` exclude it. */
const installsAll = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
}

/** Downloads the pinned Node and checks its hash. @returns {Promise<string>} the folder of its program */
const downloadNode = async () => {
  const name = `node-${process.platform}-${process.arch}`
  const entry = entries(join(root, 'package-lock.json'))[`node_modules/${name}`]
  if (!entry) throw new SetupError(`Hace falta Node 24: no hay paquete para ${name}.`)
  const folder = join(setupDir, 'node')
  mkdirSync(folder, { recursive: true })
  const { program, args } = npm()
  const pack = ['pack', '--ignore-scripts', '--pack-destination', folder, `${name}@${entry.version}`]
  const failure = 'No se pudo descargar Node 24 (npm pack): revisa la conexión y vuelve a intentarlo.'
  await runQuietly({ program, args: [...args, ...pack], env: environment(), failure })
  const file = join(folder, `${name}-${entry.version}.tgz`)
  const hash = createHash('sha512').update(readFileSync(file)).digest('base64')
  if (entry.integrity !== `sha512-${hash}`) throw new SetupError(`${file} no es el de package-lock.json.`)
  await runQuietly({ program: 'tar', args: ['-xzf', file, '-C', folder], failure: 'Falta tar.' })
  return join(folder, 'package/bin')
}

/** Returns npm with its environment. The user's npm then runs on the pinned Node if the user's is too old. */
const chooseNpm = async () => {
  const env = environment()
  if (installsAll()) return { ...npm(), env }
  env.PATH = `${await downloadNode()}${delimiter}${env.PATH}`
  return { program: 'npm', args: [], env }
}

/** @param {boolean} dev */
export const installPackages = async (dev) => {
  printLine('Instalando paquetes…')
  rmSync(installedList, { force: true })
  const { program, args, env } = await chooseNpm()
  const group = dev ? '--include=dev' : '--omit=dev'
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  await runQuietly({
    program,
    args: [...args, 'ci', '--ignore-scripts', group, '--include=optional', ...quiet],
    env,
    failure: 'No se pudieron instalar los paquetes (npm ci): revisa la conexión y vuelve a intentarlo.',
  })
  const missingAfter = missing(dev)
  if (missingAfter.length > 0)
    throw new SetupError(`npm terminó, pero faltan paquetes: ${missingAfter.join(', ')}`)
}
