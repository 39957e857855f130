import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/** Screens that a pilot can open without signal, with all their dialogs. */
const offlineScreens = ['pilot/MisRutasPage.tsx', 'login/LoginPage.tsx']
/** The office, and dialogs that are useless without signal. */
const excludedModules = /web\/src\/(office\/|trip\/HojaDialog|shell\/OwnPasswordModal)/

/** Builds /sw.js from src/pilot/serviceWorker.ts and the list of files that it precaches. */
export function precachePlugin(): Plugin {
  return {
    name: 'precache',
    apply: 'build',
    writeBundle: {
      // After the preload plugin has minified preload.js.
      order: 'post',
      sequential: true,
      handler: async ({ dir = '' }, bundle) => {
        const precached = [
          ...hashedFiles(bundle).map((file) => ({ url: `/${file}`, revision: null })),
          ...revisionedFiles(dir, {
            '/piloto-rutas': 'index.html',
            '/preload.js': 'preload.js',
            '/favicon.svg': 'favicon.svg',
          }),
        ]
        writeFileSync(join(dir, 'sw.js'), await buildServiceWorker(precached))
      },
    },
  }
}

/** Files with fixed names; the revision is a hash of the content. */
const revisionedFiles = (dir: string, files: Record<string, string>) =>
  Object.entries(files).map(([url, file]) => ({
    url,
    revision: createHash('sha256')
      .update(readFileSync(join(dir, file)))
      .digest('hex')
      .slice(0, 16),
  }))

/** Returns the scripts and style sheets of `offlineScreens`, with all that they may load. */
function hashedFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const files = new Set<string>()
  const collectChunk = (chunk: Rolldown.OutputChunk) => {
    if (files.has(chunk.fileName) || chunk.moduleIds.some((id) => excludedModules.test(id))) return
    files.add(chunk.fileName)
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css)
    const next = [...chunk.imports, ...chunk.dynamicImports]
    for (const each of chunks) if (next.includes(each.fileName)) collectChunk(each)
  }
  for (const chunk of chunks)
    if (chunk.moduleIds.some((id) => offlineScreens.some((screen) => id.endsWith(screen))))
      collectChunk(chunk)
  return [...files]
}

async function buildServiceWorker(precached: object[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { PRECACHE_MANIFEST: JSON.stringify(precached), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/pilot/serviceWorker.ts'),
        output: { format: 'iife' },
      },
    },
  })
  const [worker] = 'output' in built ? built.output : []
  if (!worker) throw new Error('Vite returned no service worker')
  return worker.code
}
