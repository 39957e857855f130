import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { gzipAsync } from '@gfx/zopfli'
import type { Plugin } from 'vite'

/** Removes all but the shapes from lucide's icons: names, former names and React keys weigh 1 KB a page. */
export const slimIconsPlugin = (): Plugin => ({
  name: 'slim-icons',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\// },
    handler: (code) => ({
      code: code.replace(/^ {2}(name|size|aliases): .*$|,\s*key: "\w+"|^__iconData\.node;$/gm, ''),
      map: null,
    }),
  },
})

/** Words of the records for the API document and for reading sheets, which only the server uses. */
const serverWords =
  /\b(description|help|example):\s*'[^'\n]*',?|\b(aliases|ownNames|qualifiers): \[(?:[^[\]]|\[[^[\]]*\])*\],?/g

export const slimRecordsPlugin = (): Plugin => ({
  name: 'slim-records',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /contract\/src\/records\/\w+\.ts$/ },
    handler: (code) => ({ code: code.replace(serverWords, ''), map: null }),
  },
})

const licences = readFileSync(join(import.meta.dirname, '../THIRD-PARTY.txt'), 'utf8')

/** Adds THIRD-PARTY.txt to the build. Fails if the build contains anything of a package that it does not name. */
export const licencesPlugin = (): Plugin => ({
  name: 'licences',
  apply: 'build',
  generateBundle(_options, bundle) {
    const sources = Object.values(bundle).flatMap((each) =>
      each.type === 'chunk' ? each.moduleIds : each.originalFileNames,
    )
    const names = sources.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
    const unnamed = [...new Set(names)].filter((name) => !licences.includes(`\n${name} `))
    if (unnamed.length > 0) this.error(`THIRD-PARTY.txt does not name ${unnamed.join(', ')}`)
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY.txt', source: licences })
  },
})

const compressible = /\.(js|css|html|svg|json|txt|webmanifest)$/

/** Below this size zopfli saves nothing. */
const zopfliMinBytes = 1024

const gzip = (content: Buffer) =>
  content.length < zopfliMinBytes
    ? gzipSync(content, { level: 9 })
    : gzipAsync(content, { numiterations: 15 })

/** Writes a .br and a .gz beside each text file of the build, so that the server compresses nothing. */
export function precompressPlugin(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: async () => {
      // A failed build has no folder and reports its own error.
      if (!existsSync(folder)) return
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!compressible.test(name)) continue
        const path = join(folder, name)
        const content = readFileSync(path)
        writeFileSync(`${path}.br`, brotliCompressSync(content))
        writeFileSync(`${path}.gz`, await gzip(content))
      }
    },
  }
}
