import { setImmediate } from 'node:timers/promises'
import type { PdfCanvas } from './canvas.ts'

/** Yields the bytes of each page that `pages` draws. Yields to the event loop between pages, for other requests. */
export async function* pageBytes(canvas: PdfCanvas, pages: Iterable<void>): AsyncGenerator<Buffer> {
  for (const _page of pages) {
    yield* canvas.takeBytes()
    await setImmediate()
  }
  canvas.end()
  yield* canvas.takeBytes()
}

export type PageRows = readonly [from: number, to: number]

/**
 * Splits a table's rows into pages before drawing, because page 1 says 'Página 1 de y'.
 * @param firstRows rows that fit on the first page
 * @param laterRows rows that fit on each later page
 * @param tail lines after the last row, which never start a page without a row
 */
export function splitIntoPages(rows: number, firstRows: number, laterRows: number, tail = 1): PageRows[] {
  const pages: PageRows[] = []
  let from = 0
  for (let room = firstRows; rows - from > room - tail; room = laterRows) {
    const to = from + Math.min(room, rows - from - 1)
    pages.push([from, to])
    from = to
  }
  return [...pages, [from, rows]]
}
