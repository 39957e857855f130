import { type Liquidacion, liquidaciones } from '@flota/contract/liquidaciones.ts'
import { type CompanyDetails, findCompanyDetails } from '../../domain/company.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { notFound } from '../../platform/http/errors.ts'
import { type App, serveRaw } from '../../platform/http/serve.ts'
import { sendStream } from '../../platform/http/stream.ts'
import type { ExportQueue } from '../../platform/limits/exportQueue.ts'
import { findLiquidacion } from './write.ts'

export function liquidacionPdfRoute(
  app: App,
  db: Database,
  { EMPRESA_NOMBRE: nombre, TZ_EMPRESA: zona }: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA'>,
  { runPdfExport }: ExportQueue,
): void {
  serveRaw(app, liquidaciones.pdf, async ({ params: { id }, reply, revalidate }) => {
    // Its name is in the header.
    const { liquidacion, empresa } = await findPrintData(db, id)
    async function* read() {
      await revalidate()
      // With it comes pdfkit.
      const { liquidacionPdf } = await import('./drawLiquidacion.ts')
      yield* liquidacionPdf(liquidacion, { empresa, nombre, zona })
    }
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="liquidacion_${liquidacion.numero}.pdf"`,
    }
    return sendStream(reply, headers, (signal) => runPdfExport(signal, read))
  })
}

interface LiquidacionPrintData {
  liquidacion: Liquidacion
  empresa: CompanyDetails
}

/** Of one moment: who annuls it meanwhile takes its movimientos. @throws {HttpError} 404 */
async function findPrintData(db: Database, id: number): Promise<LiquidacionPrintData> {
  const read = db.snapshot(async function* (tx) {
    yield { liquidacion: await findLiquidacion(tx, id), empresa: await findCompanyDetails(tx) }
  })
  for await (const print of read) return print
  throw notFound('Liquidación no encontrada')
}
