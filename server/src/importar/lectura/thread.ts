import { parentPort, workerData } from 'node:worker_threads'
import { type ReadRequest, read, type SheetHead } from './read.ts'
import { type RefusalKind, SheetRefusal } from './refusal.ts'
import type { SheetRow } from './sheet.ts'

/** What the thread that reads tells, in this order: rows, then how it ended. */
export type Told = { rows: SheetRow[] } | { head: SheetHead } | { refused: RefusalKind }

// The thread's own file: what goes wrong in a foreign file is that file's fault, whatever it is.
const tell = (told: Told) => parentPort?.postMessage(told)
try {
  // Whoever starts the thread gives it nothing else.
  const head = await read(workerData as ReadRequest, (rows) => tell({ rows }))
  tell({ head })
} catch (error) {
  tell({ refused: error instanceof SheetRefusal ? error.kind : 'unreadable' })
}
