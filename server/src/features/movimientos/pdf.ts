import { type Movimiento, movimientos } from '@flota/contract/movimientos.ts'
import { findCompanyDetails } from '../../domain/company.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { type App, serveRaw } from '../../platform/http/serve.ts'
import { sendStream } from '../../platform/http/stream.ts'
import type { ExportQueue } from '../../platform/limits/exportQueue.ts'
import { findMovimiento } from './write.ts'

export function reciboRoutes(
  app: App,
  db: Database,
  { EMPRESA_NOMBRE }: Pick<Env, 'EMPRESA_NOMBRE'>,
  { runPdfExport }: ExportQueue,
): void {
  serveRaw(app, movimientos.pdf, ({ params: { id }, reply, revalidate }) => {
    async function* read() {
      await revalidate()
      const movimiento: Movimiento = await findMovimiento(db, id)
      const empresa = await findCompanyDetails(db)
      // With it comes pdfkit.
      const { reciboPdf } = await import('./drawRecibo.ts')
      yield* reciboPdf(movimiento, empresa, EMPRESA_NOMBRE)
    }
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="recibo_${id}.pdf"`,
    }
    return sendStream(reply, headers, (signal) => runPdfExport(signal, read))
  })
}
