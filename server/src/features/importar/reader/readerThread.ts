import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { type ReadRequest, readSheet, type SheetHead } from './read.ts'
import { SheetError, type SheetErrorKind, type SheetRow } from './sheet.ts'

/** Message to the main thread, which acknowledges each batch of rows. */
export type ReaderMessage = { rows: SheetRow[] } | { head: SheetHead } | { error: SheetErrorKind }

if (!parentPort) throw new Error('readerThread.ts must run as a worker thread')
const port = parentPort
const post = (message: ReaderMessage) => port.postMessage(message)
try {
  // sheetReader.ts starts the thread with a ReadRequest.
  const head = await readSheet(workerData as ReadRequest, async (rows) => {
    post({ rows })
    // Batches without acknowledgement would block the main thread's other requests.
    await once(port, 'message')
  })
  post({ head })
} catch (error) {
  // Any other error is also the fault of the uploaded file.
  post({ error: error instanceof SheetError ? error.kind : 'unreadable' })
}
