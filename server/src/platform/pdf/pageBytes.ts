import { setImmediate } from 'node:timers/promises'
import type { PdfCanvas } from './canvas.ts'

/** Each page's bytes once `pages` has drawn it, the next only when they are taken: others are served in between. */
export async function* pageBytes(canvas: PdfCanvas, pages: Iterable<void>): AsyncGenerator<Buffer> {
  for (const _page of pages) {
    yield* canvas.takeBytes()
    await setImmediate()
  }
  canvas.end()
  yield* canvas.takeBytes()
}
