import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { apiDocsPlugin } from './apiDocsPlugin.ts'
import { licencesPlugin, precompressPlugin, slimIconsPlugin, slimRecordsPlugin } from './buildPlugins.ts'
import { manualPlugin } from './manualPlugin.ts'
import { precachePlugin } from './precachePlugin.ts'
import { preloadPlugin } from './preloadPlugin.ts'

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1]

/** Parts that load without the others, by their paths. */
const chunkRoots = {
  program: /web\/src\/main\.tsx$/,
  routes: /web\/src\/routes\.tsx$/,
  login: /web\/src\/login\//,
  phone: /web\/src\/pilot\/(?!dialogs\/|outbox\/sending\/)/,
  dialogs: /web\/src\/pilot\/(dialogs|outbox\/sending)\//,
  form: /web\/src\/office\/[\w/]+\/form\//,
  archivos: /web\/src\/archivos\//,
  office: /web\/src\/office\/(?![\w/]+\/form\/|features\/ayuda\/)/,
}

const isOnDemand = (part: string) => part === 'archivos' || part === 'dialogs'
const isPilotPart = (part: string) => part === 'phone' || part === 'dialogs'

/** Returns the parts that import a module, directly or through others. */
function findLoaders(id: string, context: Context): Set<string> {
  const seen = new Set([id])
  // Iterating over a Set includes the elements added meanwhile.
  for (const each of seen)
    for (const importer of context.getModuleInfo(each)?.importers ?? []) seen.add(importer)
  const found = Object.entries(chunkRoots).filter(([, place]) => [...seen].some((each) => place.test(each)))
  return new Set(found.map(([part]) => part))
}

/** A chunk for a few pages of the office; the groups below take the modules that it imports. */
const sharedChunk = (name: string, test: RegExp) => ({ name, test, includeDependenciesRecursively: false })

/** A chunk of all modules with these loaders that at least `minShareCount` pages import. */
const chunkByLoaders = (name: string, isWanted: (loaders: Set<string>) => boolean, minShareCount = 1) => ({
  name: (id: string, context: Context) => (isWanted(findLoaders(id, context)) ? name : null),
  minShareCount,
})

/**
 * By default the build makes a chunk of each small shared module: some twenty requests on the pilot's phone.
 * These groups make one chunk for all pages, one for login and office, one for the pilot's phone, one for the
 * office's pages and one for its forms.
 */
const chunks: Rolldown.CodeSplittingGroup[] = [
  chunkByLoaders(
    'entry',
    (loaders) =>
      loaders.has('program') || (loaders.has('login') && (loaders.has('routes') || loaders.has('phone'))),
  ),
  // Fields that only the login and few forms use: otherwise every page of the office loads them.
  sharedChunk('session', /web\/src\/(login\/|ui\/(PasswordField|OneTimeCodeField)\.tsx)/),
  chunkByLoaders('login', (loaders) => loaders.has('login') && loaders.size > 1),
  chunkByLoaders(
    'frame',
    (loaders) => loaders.has('routes') || (loaders.has('phone') && ![...loaders].every(isPilotPart)),
  ),
  // Only the file panel and the import use them.
  sharedChunk('incoming', /web\/src\/archivos\/(useFileDrop|sendWithProgress)\.ts$/),
  chunkByLoaders('piloto', (loaders) => loaders.has('phone')),
  chunkByLoaders('shared', (loaders) => [...loaders].some(isOnDemand) && ![...loaders].every(isOnDemand)),
  sharedChunk(
    'cambios',
    /web\/src\/office\/shared\/cambios\/(?!hrefs)|contract\/src\/records\/(campos|cambios)\.ts$/,
  ),
  sharedChunk(
    'importar',
    /web\/src\/office\/features\/importar\/(\w+\.ts|Step\.tsx)$|contract\/src\/(imports\/importar(Campos|Words)|records\/catalogueSheets)\.ts$/,
  ),
  // With the library that draws QR codes.
  sharedChunk('factor', /web\/src\/office\/features\/cuenta\/segundoFactor\/|node_modules\/lean-qr\//),
  sharedChunk('tablero', /web\/src\/office\/features\/tablero\/(boardRows\.ts$|edit\/)/),
  // Only the pages and dialogs of several trips use them.
  sharedChunk(
    'viajes',
    /web\/src\/trip\/office\/(UndoBanner|useBulkUndo|useChangeEstados|confirmDelivery|nextWorkday)\.tsx?$/,
  ),
  sharedChunk(
    'plan',
    /web\/src\/(trip\/office\/(TrialSummary|useTrial)|office\/shared\/form\/CopyForm)\.tsx?$/,
  ),
  // A filter of the reports uses it without the forms.
  sharedChunk(
    'combobox',
    /web\/src\/form\/((useC|C)ombobox|recordPicker\/recordSources)\.tsx?$|contract\/src\/records\/comparison\.ts$/,
  ),
  sharedChunk('asking', /web\/src\/(ui\/FormShell|office\/shared\/reason\/ReasonDialog)\.tsx$/),
  sharedChunk('liquidar', /web\/src\/office\/features\/dinero\/(SettlementTotals|EstadoLiquidacion)\.tsx$/),
  // A pilot's page has no tabs.
  sharedChunk('dineroTabs', /web\/src\/office\/features\/dinero\/DineroTabs\.tsx$/),
  sharedChunk(
    'dinero',
    /web\/src\/office\/(shared\/movimientos\/(?!form\/|useIsCarga)|features\/dinero\/(?!form\/|piloto\/|margenColumns|\w*(Page|Tab|Detail)\.tsx))/,
  ),
  sharedChunk(
    'gasto',
    /web\/src\/office\/shared\/movimientos\/form\/|contract\/src\/money\/movimientos\.ts$/,
  ),
  sharedChunk(
    'carga',
    /web\/src\/office\/features\/combustible\/form\/(cargaFields|stationField|useCargaHints)\.tsx?$|contract\/src\/money\/cargas\.ts$/,
  ),
  sharedChunk(
    'rendimiento',
    /web\/src\/office\/features\/combustible\/(RendimientoList|rendimientoColumns)\.tsx$/,
  ),
  sharedChunk(
    'combustible',
    /web\/src\/office\/(shared\/flota\/(cargaHrefs|lecturaTexts)|shared\/movimientos\/useIsCarga|features\/combustible\/(CombustibleTabs|FaltasTooltip|cargaWords|useCloseCarga))\.tsx?$/,
  ),
  sharedChunk('periodo', /web\/src\/office\/shared\/period\//),
  // Only the pages of money use them.
  sharedChunk(
    'money',
    /web\/src\/office\/shared\/(moneyLists|reason\/LazyReasonDialog|export\/printFile)\.tsx?$/,
  ),
  sharedChunk(
    'cobros',
    /web\/src\/office\/features\/cobros\/(facturaTexts|cobroColumns|hrefs|useVoidCobro)\.tsx?$/,
  ),
  sharedChunk('facturas', /contract\/src\/records\/(facturas|cobros|porCobrar)\.ts$/),
  sharedChunk(
    'factura',
    /web\/src\/office\/features\/cobros\/form\/(facturaFields|RutasInput|invoiceLines|useFacturaHints|describeFacturaError)\.tsx?$|contract\/src\/money\/facturas\.ts$/,
  ),
  sharedChunk(
    'comprobante',
    /web\/src\/office\/shared\/form\/uuidField\.tsx$|contract\/src\/(money\/invoiceInputs|core\/facturas)\.ts$/,
  ),
  sharedChunk('whatsapp', /web\/src\/office\/shared\/ChatLink\.tsx$|contract\/src\/trips\/whatsapp\.ts$/),
  // Only the pages of a list use them.
  sharedChunk('list', /web\/src\/(list\/(ListPage|ListToolbar)|form\/recordPicker\/RecordFilter)\.tsx$/),
  // Only the pages of one record use them.
  sharedChunk(
    'detail',
    /web\/src\/office\/shared\/detail\/(ArchivosPanel|DetailCard|RecordTabs|RowsTab|Tabs)\.tsx$/,
  ),
  // Only the pages of plans, trucks and maintenance use them.
  sharedChunk('planes', /web\/src\/office\/shared\/planes\/|contract\/src\/records\/planes\.ts$/),
  sharedChunk(
    'mantenimiento',
    /web\/src\/office\/shared\/mantenimientos\/form\/|contract\/src\/(fleet\/(planes|mantenimientos)|records\/mantenimientos)\.ts$/,
  ),
  // Only the forms of users use them.
  sharedChunk(
    'usuarios',
    /office\/features\/usuarios\/form\/(fields|PermisosField)\.tsx$|contract\/src\/account\/usuarios\.ts$/,
  ),
  // Only the pages and changes of users use them.
  sharedChunk(
    'permisos',
    /contract\/src\/(core\/permis(os|oWords)|records\/usuarios)\.ts$|office\/features\/usuarios\/permisos\.ts$/,
  ),
  sharedChunk('reportes', /office\/features\/reportes\/reporteTexts\.ts$/),
  // Only the board and the forms of trips use them.
  sharedChunk('revision', /web\/src\/trip\/office\/(TripWarnings\.tsx|(rutaNameText|avisoTexts)\.ts)$/),
  sharedChunk('galones', /contract\/src\/core\/galones\.ts$/),
  sharedChunk('dias', /web\/src\/form\/MonthCalendar\.tsx$/),
  chunkByLoaders('office', (loaders) => loaders.has('office'), 2),
  chunkByLoaders('form', (loaders) => loaders.has('form'), 2),
]

export default defineConfig({
  resolve: {
    alias: [
      // wouter's shim for React 17; React 18 has the hook.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      { find: '../createLucideIcon.mjs', replacement: join(import.meta.dirname, 'src/ui/createIcon.ts') },
      { find: 'regexparam', replacement: join(import.meta.dirname, 'src/ui/regexparamStub.ts') },
    ],
  },
  plugins: [
    react(),
    tailwindcss(),
    manualPlugin(),
    slimIconsPlugin(),
    slimRecordsPlugin(),
    preloadPlugin(),
    precachePlugin(),
    licencesPlugin(),
    apiDocsPlugin(),
    precompressPlugin(),
  ],
  build: {
    emptyOutDir: true,
    modulePreload: {
      // Every supported browser has modulepreload.
      polyfill: false,
      // The service worker has the scripts of the pilot's dialogs: their list would only weigh on the first page.
      resolveDependencies: (_url, files, { hostId }) =>
        /piloto-/.test(hostId) ? files.filter((file) => file.endsWith('.css')) : files,
    },
    // The content security policy allows no data: URLs for scripts and fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})
