import { once } from 'node:events'
import { type ReadRequest, readSheet, type SheetHead } from './read.ts'
import { SheetError, type SheetErrorKind, type SheetRow } from './sheet.ts'

/** Message to the server, which acknowledges each batch of rows. */
export type ReaderMessage = { rows: SheetRow[] } | { head: SheetHead } | { error: SheetErrorKind }

const post = (message: ReaderMessage) => process.send?.(message)
try {
  const [request] = (await once(process, 'message')) as [ReadRequest]
  const head = await readSheet(request, async (rows) => {
    post({ rows })
    // Batches without acknowledgement would block the server's other requests.
    await once(process, 'message')
  })
  post({ head })
} catch (error) {
  // Any other error is also the fault of the uploaded file.
  post({ error: error instanceof SheetError ? error.kind : 'unreadable' })
}
