import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

export const licencesFile = 'licencias.txt'

/** Packages of the style sheets and the printed pages: Vite lists only those of the scripts. */
const extraPackages = [
  ['@fontsource-variable/public-sans', 'LICENSE'],
  ['tailwindcss', 'LICENSE'],
  ['@expo-google-fonts/noto-sans', 'LICENSE_FONT'],
] as const

/** Appends `extraPackages` to the file that `build.license` writes. */
export const licencesPlugin = (): Plugin => ({
  name: 'licences',
  apply: 'build',
  writeBundle: ({ dir = '' }) =>
    appendFileSync(
      join(dir, licencesFile),
      extraPackages.map(([name, file]) => `\n${licenceText(name, file)}`).join(''),
    ),
})

function licenceText(name: string, licence: string) {
  const read = (file: string) =>
    readFileSync(join(import.meta.dirname, '../node_modules', name, file), 'utf8')
  const { version, license } = JSON.parse(read('package.json')) as { version: string; license: string }
  return `## ${name} - ${version} (${license})\n\n${read(licence).trim()}\n`
}

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
