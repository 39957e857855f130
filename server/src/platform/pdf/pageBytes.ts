import { setImmediate } from 'node:timers/promises'
import type { Pen } from './canvas.ts'

/** Each page's bytes once `pages` has drawn it, the next only when they are taken: others are served in between. */
export async function* pageBytes(pen: Pen, pages: Iterable<void>): AsyncGenerator<Buffer> {
  for (const _page of pages) {
    yield* pen.drawn()
    await setImmediate()
  }
  pen.end()
  yield* pen.drawn()
}
