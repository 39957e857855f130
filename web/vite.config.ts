import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { licencesFile, licencesPlugin } from './licencesPlugin.ts'
import { manualPlugin } from './manualPlugin.ts'
import { precachePlugin } from './precachePlugin.ts'
import { precompressPlugin } from './precompressPlugin.ts'
import { preloadPlugin } from './preloadPlugin.ts'
import { slimIcons } from './slimIconsPlugin.ts'

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1]

/** What is loaded without the others, by where it stands. */
const chunkRoots = {
  program: /web\/src\/main\.tsx$/,
  inside: /web\/src\/(routes|Landing)\.tsx$/,
  login: /web\/src\/login\//,
  phone: /web\/src\/pilot\/(?!dialogs\/|outbox\/sendNow)/,
  dialogs: /web\/src\/pilot\/dialogs\//,
  form: /web\/src\/office\/[\w/]+\/form\//,
  archivos: /web\/src\/archivos\//,
  office: /web\/src\/office\/(?![\w/]+\/form\/|features\/ayuda\/)/,
}

const isOnDemand = (part: string) => part === 'archivos' || part === 'dialogs'
const isPilotPart = (part: string) => part === 'phone' || part === 'dialogs'

/** Which of them load a module with what they import. */
function findLoaders(id: string, context: Context): Set<string> {
  const seen = new Set([id])
  // What is added while it is walked is walked too.
  for (const each of seen)
    for (const importer of context.getModuleInfo(each)?.importers ?? []) seen.add(importer)
  const found = Object.entries(chunkRoots).filter(([, place]) => [...seen].some((each) => place.test(each)))
  return new Set(found.map(([part]) => part))
}

/** What two or three of the office's pages share; what these import is left to the files below. */
const sharedChunk = (name: string, test: RegExp) => ({ name, test, includeDependenciesRecursively: false })

/** One file of all modules that are loaded so, by at least so many pages. */
const chunkByLoaders = (name: string, isWanted: (loaders: Set<string>) => boolean, minShareCount = 1) => ({
  name: (id: string, context: Context) => (isWanted(findLoaders(id, context)) ? name : null),
  minShareCount,
})

/**
 * Left to itself the build makes a file of each small part that pages share: some twenty requests on the
 * pilot's line. So there is one of what every page has, one of what the login shares with the office, one of
 * what the phone does, one of what the office's pages share, and one of what its forms do.
 */
const chunks: Rolldown.CodeSplittingGroup[] = [
  chunkByLoaders(
    'entry',
    (loaders) =>
      loaders.has('program') ||
      (loaders.has('login') && [...loaders].some((part) => part === 'inside' || isPilotPart(part))),
  ),
  // Fields of the login that few forms have too; every page of the office would load them with an icon.
  sharedChunk('session', /web\/src\/(login\/|ui\/(PasswordField|OneTimeCodeField)\.tsx)/),
  chunkByLoaders('login', (loaders) => loaders.has('login') && loaders.size > 1),
  chunkByLoaders(
    'frame',
    (loaders) => loaders.has('inside') || (loaders.has('phone') && ![...loaders].every(isPilotPart)),
  ),
  // The strip of files and the sheets that come in, which no other page needs.
  sharedChunk('incoming', /web\/src\/archivos\/(useFileDrop|fileTexts|sendWithProgress)\.ts$/),
  chunkByLoaders('piloto', (loaders) => loaders.has('phone')),
  chunkByLoaders('shared', (loaders) => [...loaders].some(isOnDemand) && ![...loaders].every(isOnDemand)),
  sharedChunk('cambios', /web\/src\/office\/shared\/cambios\/(?!hrefs)|contract\/src\/(campos|cambios)\.ts$/),
  sharedChunk(
    'importar',
    /web\/src\/office\/features\/importar\/(\w+\.ts|Step\.tsx)$|contract\/src\/importar(Campos|Words)\.ts$/,
  ),
  // With the library that draws a picture of a text.
  sharedChunk('factor', /web\/src\/office\/features\/cuenta\/segundoFactor\/|node_modules\/lean-qr\//),
  sharedChunk('tablero', /web\/src\/office\/features\/tablero\/(boardRows\.ts$|edit\/)/),
  // A filter of the reports has it too, and must not load the forms with it.
  sharedChunk(
    'combobox',
    /web\/src\/form\/((useC|C)ombobox|recordPicker\/(recordSources|documentoTipoSource))\.tsx?$/,
  ),
  sharedChunk('asking', /web\/src\/(ui\/FormShell|office\/features\/dinero\/ReasonDialog)\.tsx$/),
  sharedChunk(
    'liquidar',
    /web\/src\/office\/features\/dinero\/(settlementTotals|SettlementTotals|EstadoLiquidacion|localDay)\.tsx?$/,
  ),
  sharedChunk(
    'dinero',
    /web\/src\/office\/(shared\/movimientos\/|features\/dinero\/(?!form\/|piloto\/|margenColumns|\w*(Page|Tab|Detail)\.tsx))/,
  ),
  sharedChunk('dias', /web\/src\/form\/MonthCalendar\.tsx$/),
  chunkByLoaders('office', (loaders) => loaders.has('office'), 2),
  chunkByLoaders('form', (loaders) => loaders.has('form'), 2),
]

export default defineConfig({
  resolve: {
    alias: [
      // wouter brings a stand-in for what React has had since version 18.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      { find: 'regexparam', replacement: join(import.meta.dirname, 'src/ui/regexparamStub.ts') },
    ],
  },
  plugins: [
    react(),
    tailwindcss(),
    manualPlugin(),
    slimIcons(),
    preloadPlugin(),
    precachePlugin(),
    licencesPlugin(),
    precompressPlugin(),
  ],
  build: {
    emptyOutDir: true,
    // The weight test reads it.
    manifest: true,
    license: { fileName: licencesFile },
    // Every browser that draws these pages knows it.
    modulePreload: { polyfill: false },
    // The content policy allows no data: addresses for scripts and fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})
