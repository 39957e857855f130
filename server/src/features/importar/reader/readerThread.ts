import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { type ReadRequest, read, type SheetHead } from './read.ts'
import type { SheetRow } from './sheet.ts'
import { type RefusalKind, SheetRefusal } from './sheetError.ts'

/** What the thread tells; each batch of rows is answered before the next. */
export type Told = { rows: SheetRow[] } | { head: SheetHead } | { refused: RefusalKind }

if (!parentPort) throw new Error('started as a program, not as a thread')
const port = parentPort
const tell = (told: Told) => port.postMessage(told)
try {
  // Whoever starts the thread gives it nothing else.
  const head = await read(workerData as ReadRequest, async (rows) => {
    tell({ rows })
    // Many at once would keep everybody else waiting.
    await once(port, 'message')
  })
  tell({ head })
} catch (error) {
  // What goes wrong with a stranger's file is that file's fault.
  tell({ refused: error instanceof SheetRefusal ? error.kind : 'unreadable' })
}
