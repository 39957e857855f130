import { hojas } from '@flota/contract/hojas.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { type App, serveRaw } from '../../platform/http/serve.ts'
import { sendStream } from '../../platform/http/stream.ts'
import type { ExportQueue } from '../../platform/limits/exportQueue.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'
import { findComprobante } from './comprobante.ts'

interface ComprobanteContext {
  env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA'>
  store: FileStore
}

export function comprobanteRoutes(
  app: App,
  db: Database,
  { env, store }: ComprobanteContext,
  { runPdfExport }: ExportQueue,
): void {
  serveRaw(app, hojas.entrega, ({ params: { id }, reply, revalidate }) => {
    async function* read() {
      await revalidate()
      const found = await findComprobante(db, id)
      // With it comes pdfkit.
      const { comprobantePdf } = await import('./drawComprobante.ts')
      yield* comprobantePdf(found, { empresa: env.EMPRESA_NOMBRE, zona: env.TZ_EMPRESA, store })
    }
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="entrega_${id}.pdf"`,
    }
    return sendStream(reply, headers, (signal) => runPdfExport(signal, read))
  })
}
