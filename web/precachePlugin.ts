import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/** The screens that a pilot can open without signal, with every dialog of theirs. */
const offlineScreens = ['pilot/MisRutasPage.tsx', 'login/LoginPage.tsx']
/** The office's files, and dialogs that are of no use without signal. */
const excludedModules = /web\/src\/(office\/|trip\/HojaDialog|shell\/OwnPasswordModal)/

/** Makes /sw.js of src/pilot/serviceWorker.ts and of the files that the pilot's pages consist of. */
export function precachePlugin(): Plugin {
  return {
    name: 'keep-for-the-road',
    apply: 'build',
    writeBundle: {
      // preload.js is made smaller first.
      order: 'post',
      sequential: true,
      handler: async ({ dir = '' }, bundle) => {
        const kept = [
          ...hashedFiles(bundle).map((file) => ({ url: `/${file}`, revision: null })),
          ...revisionedFiles(dir, {
            '/piloto-rutas': 'index.html',
            '/preload.js': 'preload.js',
            '/favicon.svg': 'favicon.svg',
          }),
        ]
        writeFileSync(join(dir, 'sw.js'), await buildServiceWorker(kept))
      },
    },
  }
}

/** Files whose names stay; what they hold tells their revision. */
const revisionedFiles = (dir: string, files: Record<string, string>) =>
  Object.entries(files).map(([url, file]) => ({
    url,
    revision: createHash('sha256')
      .update(readFileSync(join(dir, file)))
      .digest('hex')
      .slice(0, 16),
  }))

/** Scripts and style sheets of these screens, with all that they may load. */
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

async function buildServiceWorker(kept: object[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { PRECACHE_MANIFEST: JSON.stringify(kept), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/pilot/serviceWorker.ts'),
        output: { format: 'iife' },
      },
    },
  })
  const [worker] = 'output' in built ? built.output : []
  if (!worker) throw new Error('The worker was not built.')
  return worker.code
}
