import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

// The import rules of docs/architecture.md, on resolved paths: a pattern on '../x' could not tell folders apart.

const root = join(import.meta.dirname, '../..')

/** Every screen loads values of these, so they stay without zod. */
const alwaysPlain = new Set([
  'calls.ts',
  'access.ts',
  'calendario.ts',
  'dias.ts',
  'format.ts',
  'sentences.ts',
  'pages.ts',
])

const valueImport = /^(?:import|export) (?!type\b)(?:[^'"]*? from )?['"]([^'"]+)['"]/gm
const onlyTypes = /^import \{(\s*type \w+( as \w+)?,?)+\s*\} from/

const zodOf = new Map<string, boolean>()

/** Whether loading this file of contract/src loads zod, by itself or through another. */
const loadsZod = (file: string): boolean => {
  const known = zodOf.get(file)
  if (known !== undefined) return known
  zodOf.set(file, false)
  const imports = [...textOf(file).matchAll(valueImport)].filter(([statement]) => !onlyTypes.test(statement))
  const found = imports.some(([, specifier = '']) =>
    specifier.startsWith('.') ? loadsZod(join(dirname(file), specifier)) : specifier.startsWith('zod'),
  )
  zodOf.set(file, found)
  return found
}

const textOf = (file: string): string => {
  try {
    return readFileSync(join(root, 'contract/src', file), 'utf8')
  } catch {
    // tsc names a file that is not there.
    return ''
  }
}

/** What each layer may import beside its own folder. */
const webMay: Record<string, string[]> = {
  main: ['routes', 'shell', 'ui', 'api', 'paths'],
  worker: [],
  routes: ['phone', 'office', 'shell', 'ui', 'api', 'paths'],
  phone: ['archivos', 'viaje', 'shell', 'ui', 'api', 'paths'],
  office: [
    'archivos',
    'viajeOffice',
    'viaje',
    'list',
    'choices',
    'form',
    'shell',
    'ui',
    'cache',
    'api',
    'paths',
  ],
  viajeOffice: ['viaje', 'list', 'form', 'ui', 'cache', 'api', 'paths'],
  viaje: ['ui', 'api', 'paths'],
  archivos: ['ui', 'api'],
  list: ['choices', 'form', 'ui', 'cache', 'api', 'paths'],
  choices: ['form', 'ui', 'cache', 'api', 'paths'],
  form: ['ui', 'cache', 'api', 'paths'],
  shell: ['ui', 'api', 'paths'],
  ui: [],
  cache: ['api'],
  api: ['paths'],
  paths: [],
}
const serverMay: Record<string, string[]> = {
  commands: ['feature', 'viajes', 'papeles', 'db', 'store', 'base', 'contract'],
  main: ['app', 'feature', 'viajes', 'papeles', 'http', 'db', 'store', 'base', 'contract'],
  app: ['feature', 'viajes', 'papeles', 'http', 'db', 'store', 'base', 'contract'],
  feature: ['viajes', 'papeles', 'http', 'db', 'store', 'xlsx', 'pdf', 'base', 'contract'],
  viajes: ['http', 'db', 'base', 'contract'],
  papeles: ['http', 'db', 'base', 'contract'],
  http: ['db', 'base', 'contract'],
  db: ['base', 'contract'],
  store: ['base', 'contract'],
  xlsx: ['contract'],
  pdf: [],
  base: ['contract'],
}

/** What puts a layer's features together. */
const roots = new Set(['phone', 'office'])
/** Rooms that the office's features share. */
const sharedFolders = new Set(
  ['catalogue', 'cambios', 'detail', 'export', 'figures', 'movimientos', 'papeles'].map(
    (room) => `office/${room}`,
  ),
)

type Place = { side: string; layer: string; folder: string; file: string }

const rootFile = (file: string): string => file.replace(/\.\w+$/, '')

/** Where a path relative to the checkout stands; undefined outside the workspaces. */
const placeOf = (path: string): Place | undefined => {
  const [side = '', src, ...rest] = path.split(sep)
  if (src !== 'src' || rest.length === 0) return undefined
  if (['contract', 'postgres', 'demo', 'bench'].includes(side))
    return { side, layer: side, folder: '', file: rest.join('/') }
  if (side === 'web') return placeInWeb(rest)
  return side === 'server' ? placeInServer(rest) : undefined
}

/** A folder of phone/ or office/ is a feature; a file beside them belongs to all of it. */
const placeInWeb = (rest: string[]): Place => {
  const [first = '', second = ''] = rest
  const file = rest.join('/')
  if (rest.length === 1) {
    const name = rootFile(first)
    return { side: 'web', layer: name in webMay ? name : 'routes', folder: '', file }
  }
  // What stands beside these two reaches the phone.
  if (file.startsWith('api/cache/')) return { side: 'web', layer: 'cache', folder: 'cache', file }
  if (file.startsWith('viaje/office/'))
    return { side: 'web', layer: 'viajeOffice', folder: 'viajeOffice', file }
  const isFeature = ['phone', 'office'].includes(first) && rest.length > 2
  return { side: 'web', layer: first, folder: isFeature ? `${first}/${second}` : first, file }
}

const placeInServer = (rest: string[]): Place => {
  const [first = ''] = rest
  const folder = rest.length > 1 ? first : ''
  const name = folder || rootFile(first)
  // Of the server's root files only main and app wire things together; env and the like serve everyone.
  const unnamed = folder ? 'feature' : 'base'
  const layer = name !== 'feature' && name in serverMay ? name : unnamed
  return { side: 'server', layer, folder, file: rest.join('/') }
}

const targetOf = (from: string, specifier: string): string | undefined => {
  const [, workspace, file] = specifier.match(/^@flota\/(\w+)\/(.*)$/) ?? []
  if (workspace !== undefined && file !== undefined) return join(workspace, 'src', file)
  if (specifier.startsWith('.')) return relative(root, join(dirname(from), specifier))
  return undefined
}

/** The office's form chunks, the only files of the web that load zod. */
const isOfficeForm = ({ file }: Place): boolean => /^office\/\w+\/form\//.test(file)

const isTest = (path: string): boolean => /\.test\.tsx?$|[\\/]test[\\/]/.test(path)

const refusalOfPackage = (from: Place, specifier: string, typeOnly: boolean): string | undefined => {
  if (from.side === 'contract') {
    if (specifier !== 'zod') return `The contract imports zod and nothing else, not '${specifier}'.`
    if (alwaysPlain.has(from.file) && !typeOnly) return 'This file of the contract stays without zod.'
  }
  if (from.side === 'web') {
    if (specifier.startsWith('node:')) return 'The web runs in a browser.'
    if (/^zod\b/.test(specifier) && !typeOnly && !isOfficeForm(from))
      return `Only the office's forms may load '${specifier}': it must not reach the pilot's phone.`
  }
  return undefined
}

/** What of postgres/ is of use to whoever never starts one. */
const startsNothing = new Set(['startError.ts', 'dataDir.ts', 'lock.ts', 'abandoned.ts'])

/** From one workspace to another that is not the contract. */
const refusalOfWorkspace = (from: Place, to: Place): string | undefined => {
  const step = `${from.side} → ${to.side}`
  if (
    step === 'server → postgres' &&
    !['main', 'commands'].includes(from.layer) &&
    !startsNothing.has(to.file)
  )
    return 'Only main.ts and the commands start PostgreSQL.'
  // It writes past the program's features, into its database.
  if (step === 'demo → server' && !['main', 'base', 'db', 'store', 'viajes'].includes(to.layer))
    return `demo may not import ${to.layer}.`
  // It measures the whole from outside.
  if (from.side === 'bench' && to.side !== 'web') return undefined
  const allowed = ['server → postgres', 'demo → postgres', 'demo → server']
  return allowed.includes(step) ? undefined : `${from.side} never imports ${to.side}.`
}

const refusalOfFile = (from: Place, to: Place | undefined, typeOnly: boolean): string | undefined => {
  if (!to) return `${from.side} imports only what stands in ${from.side}/src and the contract.`
  if (to.side === 'contract' && from.side !== 'postgres') {
    if (typeOnly || ['server', 'demo', 'bench'].includes(from.side) || !loadsZod(to.file)) return undefined
    if (from.side === 'web' && !isOfficeForm(from))
      return `Import only types from contract/${to.file}: its values bring zod to every phone.`
    return alwaysPlain.has(from.file) && from.side === 'contract'
      ? `${to.file} would bring zod into this file.`
      : undefined
  }
  if (to.side !== from.side) return refusalOfWorkspace(from, to)
  if (to.layer === from.layer && to.folder === from.folder) return undefined
  if (
    to.layer === from.layer &&
    ![from.folder, to.folder].some((each) => roots.has(each)) &&
    !sharedFolders.has(to.folder)
  )
    return `A feature imports no feature beside it: ${from.folder} → ${to.folder}.`
  if (to.layer === from.layer) return undefined
  const may = (from.side === 'web' ? webMay : serverMay)[from.layer] ?? []
  return may.includes(to.layer) ? undefined : `${from.layer} may not import ${to.layer}.`
}

/** Why `file` (absolute) may not import `specifier`; undefined when it may. */
export const refusal = (file: string, specifier: string, typeOnly: boolean): string | undefined => {
  const path = relative(root, file)
  const from = placeOf(path)
  if (!from || isTest(path)) return undefined
  const target = targetOf(file, specifier)
  if (target === undefined) return refusalOfPackage(from, specifier, typeOnly)
  return /\.(css|svg|png|woff2)$/.test(target) ? undefined : refusalOfFile(from, placeOf(target), typeOnly)
}
