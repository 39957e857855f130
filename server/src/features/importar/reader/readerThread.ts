import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { type ReadRequest, readSheet, type SheetHead } from './read.ts'
import type { SheetRow } from './sheet.ts'
import { SheetError, type SheetErrorKind } from './sheetError.ts'

/** What the thread tells; each batch of rows is answered before the next. */
export type ReaderMessage = { rows: SheetRow[] } | { head: SheetHead } | { refused: SheetErrorKind }

if (!parentPort) throw new Error('started as a program, not as a thread')
const port = parentPort
const post = (told: ReaderMessage) => port.postMessage(told)
try {
  // Whoever starts the thread gives it nothing else.
  const head = await readSheet(workerData as ReadRequest, async (rows) => {
    post({ rows })
    // Many at once would keep everybody else waiting.
    await once(port, 'message')
  })
  post({ head })
} catch (error) {
  // What goes wrong with a stranger's file is that file's fault.
  post({ refused: error instanceof SheetError ? error.kind : 'unreadable' })
}
