import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin, type Rolldown } from 'vite'

/** First screen of each kind of visitor. */
const firstScreens = {
  login: 'login/LoginPage.tsx',
  piloto: 'pilot/MisRutasPage.tsx',
  office: 'office/screens.tsx',
}

/** Lists in data attributes of preload.js the scripts that each kind of visitor needs beside the entry. */
export function preloadPlugin(): Plugin {
  return {
    name: 'preload',
    // Vite copies public/ without minifying it.
    writeBundle: ({ dir = '' }) => {
      const path = join(dir, 'preload.js')
      writeFileSync(path, minifySync(path, readFileSync(path, 'utf8')).code)
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {}, chunk: entry }) => {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
        const attributes = Object.entries(firstScreens).map(
          ([visitor, screen]) => `data-${visitor}="${chunksAfterEntry(entry, chunks, screen).join(' ')}"`,
        )
        const withoutComments = html.replace(/\s*<!--.*?-->/gs, '')
        return withoutComments.replace('src="/preload.js"', (script) => [script, ...attributes].join(' '))
      },
    },
  }
}

function chunksAfterEntry(
  entry: Rolldown.OutputChunk | undefined,
  chunks: Rolldown.OutputChunk[],
  screen: string,
) {
  const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(screen)))
  const loaded = entry ? [entry.fileName, ...entry.imports] : []
  return [first?.fileName ?? '', ...(first?.imports ?? [])]
    .filter((file) => file && !loaded.includes(file))
    .map((file) => `/${file}`)
}
