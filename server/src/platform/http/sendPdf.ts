import type { ExportQueue } from '../limits/exportQueue.ts'
import type { Input } from './serve.ts'
import { sendStream } from './stream.ts'

/** Sends a PDF that browsers display. `draw` starts once the export queue has a free slot and the session is still valid. */
export function sendPdf(
  { reply, revalidate }: Pick<Input<never>, 'reply' | 'revalidate'>,
  fileName: string,
  { runPdfExport }: Pick<ExportQueue, 'runPdfExport'>,
  draw: () => AsyncIterable<Uint8Array>,
) {
  async function* read() {
    await revalidate()
    yield* draw()
  }
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${fileName}"`,
  }
  return sendStream(reply, headers, (signal) => runPdfExport(signal, reply.request, read))
}
