import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin, type Rolldown } from 'vite'

/** The screen with which each kind of visitor begins. */
const firstScreens = {
  login: 'login/LoginPage.tsx',
  piloto: 'pilot/MisRutasPage.tsx',
  office: 'office/screens.tsx',
}

/** Tells preload.js, in its data attributes, which script files each kind of visitor needs after the first. */
export function preloadPlugin(): Plugin {
  return {
    name: 'begin-early',
    // The build copies public/ as it is.
    writeBundle: ({ dir = '' }) => {
      const path = join(dir, 'preload.js')
      writeFileSync(path, minifySync(path, readFileSync(path, 'utf8')).code)
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {}, chunk: entry }) => {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
        const attributes = Object.entries(firstScreens).map(
          ([who, screen]) => `data-${who}="${chunksAfterEntry(entry, chunks, screen).join(' ')}"`,
        )
        // Its comments are for who reads the source.
        const bare = html.replace(/\s*<!--.*?-->/gs, '')
        return bare.replace('src="/preload.js"', (script) => [script, ...attributes].join(' '))
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
  const known = entry ? [entry.fileName, ...entry.imports] : []
  return [first?.fileName ?? '', ...(first?.imports ?? [])]
    .filter((file) => file && !known.includes(file))
    .map((file) => `/${file}`)
}
