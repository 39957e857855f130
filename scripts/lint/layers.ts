import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

// Import rules of docs/architecture.md. They use resolved paths, as a pattern on '../x' could not tell
// folders apart.

const root = join(import.meta.dirname, '../..')

/** Every page imports values of these, so they must not load zod. */
const zodFreeFiles = new Set(
  ['calls', 'access', 'calendar', 'dates', 'format', 'sentences', 'pages'].map((name) => `core/${name}.ts`),
)
const isZodFree = (file: string): boolean => zodFreeFiles.has(file) || file.startsWith('records/')

const valueImport = /^(?:import|export) (?!type\b)(?:[^'"]*? from )?['"]([^'"]+)['"]/gm
const typeOnlyImport = /^import \{(\s*type \w+( as \w+)?,?)+\s*\} from/

const loadsZodByFile = new Map<string, boolean>()

/** Returns whether a file of contract/src loads zod, directly or through another file. */
const loadsZod = (file: string): boolean => {
  const known = loadsZodByFile.get(file)
  if (known !== undefined) return known
  loadsZodByFile.set(file, false)
  const imports = [...readContractFile(file).matchAll(valueImport)].filter(
    ([statement]) => !typeOnlyImport.test(statement),
  )
  const found = imports.some(([, specifier = '']) =>
    specifier.startsWith('.') ? loadsZod(join(dirname(file), specifier)) : specifier.startsWith('zod'),
  )
  loadsZodByFile.set(file, found)
  return found
}

const readContractFile = (file: string): string => {
  try {
    return readFileSync(join(root, 'contract/src', file), 'utf8')
  } catch {
    // tsc reports the missing file.
    return ''
  }
}

/** Other layers that each layer may import. */
const webAllowed: Record<string, string[]> = {
  main: ['routes', 'login', 'shell', 'ui', 'api'],
  routes: ['login', 'pilot', 'office', 'shell', 'ui', 'api'],
  pilot: ['archivos', 'trip', 'shell', 'ui', 'api'],
  login: ['shell', 'ui', 'api'],
  office: ['archivos', 'tripOffice', 'trip', 'list', 'form', 'shell', 'ui', 'cache', 'api'],
  tripOffice: ['trip', 'list', 'form', 'shell', 'ui', 'cache', 'api'],
  trip: ['shell', 'ui', 'api'],
  archivos: ['ui', 'api'],
  list: ['form', 'shell', 'ui', 'cache', 'api'],
  form: ['shell', 'ui', 'cache', 'api'],
  shell: ['ui', 'api'],
  ui: [],
  cache: ['api'],
  api: [],
}
const serverAllowed: Record<string, string[]> = {
  commands: ['features', 'domain', 'platform'],
  main: ['app', 'features', 'domain', 'platform'],
  app: ['features', 'domain', 'platform'],
  features: ['domain', 'platform'],
  domain: ['platform'],
  platform: [],
}
/** Other folders of contract/src that each one may import; others may import core and records. */
const contractAllowed: Record<string, string[]> = {
  core: [],
  records: ['core'],
  reports: ['core', 'records', 'trips'],
}
/** Other folders of platform/ that each one may import. Files beside the folders are open to all. */
const platformAllowed: Record<string, string[]> = {
  http: ['limits', 'db', 'store'],
  backup: ['limits', 'db', 'store'],
  metrics: ['limits', 'db'],
  limits: [],
  db: [],
  store: [],
  mail: [],
  xlsx: [],
  pdf: [],
}

type FileLocation = {
  side: string
  layer: string
  /** Folder below the layer: one feature, or one part of the platform. Empty for a file of the whole layer. */
  folder: string
  file: string
}

const withoutExtension = (file: string): string => file.replace(/\.\w+$/, '')

/** Returns the layer and folder of a path relative to the checkout; undefined outside the workspaces. */
const locate = (path: string): FileLocation | undefined => {
  const [side = '', src, ...rest] = path.split(sep)
  if (src !== 'src' || rest.length === 0) return undefined
  const file = rest.join('/')
  if (side === 'contract') return { side, layer: side, folder: rest.length > 1 ? (rest[0] ?? '') : '', file }
  if (['postgres', 'demo', 'bench'].includes(side)) return { side, layer: side, folder: '', file }
  if (side === 'web') return { side, file, ...locateInWeb(rest) }
  return side === 'server' ? { side, file, ...locateInServer(rest) } : undefined
}

const locateInWeb = (rest: string[]): Pick<FileLocation, 'layer' | 'folder'> => {
  const [first = '', second = '', third = ''] = rest
  if (rest.length === 1) {
    const name = withoutExtension(first)
    return { layer: name in webAllowed ? name : 'routes', folder: '' }
  }
  // The pilot page loads the files beside these two folders, never the folders.
  if (first === 'api' && second === 'cache') return { layer: 'cache', folder: '' }
  if (first === 'trip' && second === 'office') return { layer: 'tripOffice', folder: '' }
  if (first !== 'office' || rest.length === 2) return { layer: first, folder: '' }
  return { layer: first, folder: second === 'frame' ? second : `${second}/${third}` }
}

const locateInServer = (rest: string[]): Pick<FileLocation, 'layer' | 'folder'> => {
  const [first = '', second = ''] = rest
  if (rest.length === 1) return { layer: withoutExtension(first), folder: '' }
  const isInFolder = rest.length > 2 && (first === 'features' || first === 'platform')
  return { layer: first, folder: isInFolder ? second : '' }
}

const targetOf = (from: string, specifier: string): string | undefined => {
  const [, workspace, file] = specifier.match(/^@flota\/(\w+)\/(.*)$/) ?? []
  if (workspace !== undefined && file !== undefined) return join(workspace, 'src', file)
  if (specifier.startsWith('.')) return relative(root, join(dirname(from), specifier))
  return undefined
}

/** Chunks of the office's forms, the only files of the web that load zod. */
const isOfficeForm = ({ file }: FileLocation): boolean => /^office\/[\w/]+\/form\//.test(file)

const isTest = (path: string): boolean => /\.test\.tsx?$|[\\/]test[\\/]/.test(path)

const packageViolation = (from: FileLocation, specifier: string, typeOnly: boolean): string | undefined => {
  if (from.side === 'contract') {
    if (specifier !== 'zod') return `The contract imports zod and nothing else, not '${specifier}'.`
    if (isZodFree(from.file) && !typeOnly) return 'This file of the contract stays without zod.'
  }
  if (from.side === 'web') {
    if (specifier.startsWith('node:')) return 'The web runs in a browser.'
    if (/^zod\b/.test(specifier) && !typeOnly && !isOfficeForm(from))
      return `Only the office's forms may load '${specifier}': it must not reach the pilot's phone.`
  }
  return undefined
}

/** Files of postgres/ that the platform may import, because they start no server. */
const withoutStart = new Set(['startError.ts', 'dataDir.ts', 'dataDirLock.ts', 'removeAbandoned.ts'])

const refusalOfWorkspace = (from: FileLocation, to: FileLocation): string | undefined => {
  const step = `${from.side} → ${to.side}`
  if (
    step === 'server → postgres' &&
    !['main', 'commands'].includes(from.layer) &&
    !withoutStart.has(to.file)
  )
    return 'Only main.ts and the commands start PostgreSQL.'
  // The demonstration fills the database below the features, except for settlements.
  const demoAllows = ['main', 'platform', 'domain'].includes(to.layer) || to.folder === 'liquidaciones'
  if (step === 'demo → server' && !demoAllows) return `demo may not import ${to.layer}.`
  // The benchmark measures the product from outside.
  if (from.side === 'bench' && to.side !== 'web') return undefined
  const allowed = ['server → postgres', 'demo → postgres', 'demo → server']
  return allowed.includes(step) ? undefined : `${from.side} never imports ${to.side}.`
}

/** Rejects imports between features, and between folders of the platform against their order. */
const refusalInLayer = (from: FileLocation, to: FileLocation): string | undefined => {
  if (to.folder === from.folder || to.folder === '') return undefined
  if (from.layer === 'platform')
    return platformAllowed[from.folder]?.includes(to.folder)
      ? undefined
      : `platform/${from.folder} may not import platform/${to.folder}.`
  const isShared = to.folder === 'frame' || to.folder.startsWith('shared/')
  const maySee = isShared && (from.folder.startsWith('features/') || to.folder.startsWith('shared/'))
  // Files beside the folders may import all of them.
  if (from.folder === '' || maySee) return undefined
  return `A feature imports no feature beside it: ${from.folder} → ${to.folder}.`
}

const refusalOfContract = (from: FileLocation, to: FileLocation, typeOnly: boolean): string | undefined => {
  if (from.side === 'contract' && to.side === 'contract' && from.folder !== '' && from.folder !== to.folder) {
    const allowed = contractAllowed[from.folder] ?? ['core', 'records']
    if (!allowed.includes(to.folder)) return `contract/${from.folder} may not import contract/${to.folder}.`
  }
  if (typeOnly || ['server', 'demo', 'bench'].includes(from.side) || !loadsZod(to.file)) return undefined
  if (from.side === 'web' && !isOfficeForm(from))
    return `Import only types from contract/${to.file}: its values bring zod to every phone.`
  return isZodFree(from.file) && from.side === 'contract'
    ? `${to.file} would bring zod into this file.`
    : undefined
}

const refusalOfFile = (
  from: FileLocation,
  to: FileLocation | undefined,
  typeOnly: boolean,
): string | undefined => {
  if (!to) return `${from.side} imports only files of ${from.side}/src and of the contract.`
  if (to.side === 'contract' && from.side !== 'postgres') return refusalOfContract(from, to, typeOnly)
  if (to.side !== from.side) return refusalOfWorkspace(from, to)
  if (to.layer === from.layer) return refusalInLayer(from, to)
  const allowed = (from.side === 'web' ? webAllowed : serverAllowed)[from.layer] ?? []
  return allowed.includes(to.layer) ? undefined : `${from.layer} may not import ${to.layer}.`
}

/** Returns why `file` (absolute path) may not import `specifier`, or undefined if it may. */
export const layerViolation = (file: string, specifier: string, typeOnly: boolean): string | undefined => {
  const path = relative(root, file)
  const from = locate(path)
  if (!from || isTest(path)) return undefined
  const target = targetOf(file, specifier)
  if (target === undefined) return packageViolation(from, specifier, typeOnly)
  return /\.(css|svg|png|woff2)$/.test(target) ? undefined : refusalOfFile(from, locate(target), typeOnly)
}
