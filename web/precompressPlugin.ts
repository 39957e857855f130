import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { gzipAsync } from '@gfx/zopfli'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|html|svg|json|txt|webmanifest)$/

/** In bytes. Below that zopfli saves nothing. */
const zopfliMinBytes = 1024

const gzip = (content: Buffer) =>
  content.length < zopfliMinBytes
    ? gzipSync(content, { level: 9 })
    : gzipAsync(content, { numiterations: 15 })

/** Leaves a .br and a .gz beside each text file of the build, so that the server compresses nothing. */
export function precompressPlugin(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: async () => {
      // A build that failed has none, and its own error is the one to be told.
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
