import { startParser } from '../../../platform/untrustedInput.ts'

const maxMs = 10_000

const heapMb = 128
const drawProgram = new URL('./drawProcess.ts', import.meta.url)

const drawSvg = (svg: string): Promise<Buffer | undefined> => {
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>()
  const child = startParser(drawProgram, heapMb)
  const fail = () => resolve(undefined)
  const timer = setTimeout(fail, maxMs)
  child.on('message', (png: Uint8Array) => resolve(Buffer.from(png)))
  child.on('error', fail)
  // A full heap ends the process.
  child.on('disconnect', fail)
  child.send(svg)
  return promise.finally(() => {
    clearTimeout(timer)
    child.kill('SIGKILL')
  })
}

/** Logos that are drawn now, one after another: each takes up to 100 MB for a moment. */
let queue: Promise<unknown> = Promise.resolve()

/** Returns a drawing as PNG for paper and mail; undefined if it can't be drawn. */
export function drawSvgAsPng(svg: string): Promise<Buffer | undefined> {
  const drawn = queue.then(() => drawSvg(svg))
  queue = drawn
  return drawn
}

/** As `drawSvgAsPng`, for a PNG that a PDF can't show: interlaced, large, or with 16 bits a channel. */
export const redrawPng = (png: Buffer, { width, height }: { width: number; height: number }) =>
  drawSvgAsPng(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}"><image width="${width}" height="${height}" xlink:href="data:image/png;base64,${png.toString('base64')}"/></svg>`,
  )
