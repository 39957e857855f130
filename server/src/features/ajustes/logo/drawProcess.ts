import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

// Draws the SVG of a message as PNG. In a process of its own, because a hostile drawing would occupy it for hours.

const readModule = (path: string) => readFileSync(createRequire(import.meta.url).resolve(path))

/** Pixels that paper and mail need. */
const box = { width: 640, height: 240 }

const fonts = ['400Regular/NotoSans_400Regular.ttf', '700Bold/NotoSans_700Bold.ttf']

const [svg] = (await once(process, 'message')) as [string]
await initWasm(readModule('@resvg/resvg-wasm/index_bg.wasm'))
const options = {
  // Mail programs may show it on black.
  background: 'white',
  font: {
    fontBuffers: fonts.map((path) => readModule(`@expo-google-fonts/noto-sans/${path}`)),
    defaultFontFamily: 'Noto Sans',
  },
}
const { width, height } = new Resvg(svg, options)
const zoom = Math.min(box.width / width, box.height / height)
process.send?.(new Resvg(svg, { ...options, fitTo: { mode: 'zoom', value: zoom } }).render().asPng())
