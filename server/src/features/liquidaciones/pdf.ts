import { type Liquidacion, liquidaciones } from '@flota/contract/liquidaciones.ts'
import { type EmpresaImpresa, findEmpresa } from '../../domain/company.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { notFound } from '../../platform/http/errors.ts'
import { type App, serveRaw } from '../../platform/http/serve.ts'
import { sendStream } from '../../platform/http/stream.ts'
import type { ExportTurns } from '../../platform/limits/exportQueue.ts'
import { findLiquidacion } from './write.ts'

export function liquidacionPdfRoute(
  app: App,
  db: Database,
  { EMPRESA_NOMBRE: nombre, TZ_EMPRESA: zona }: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA'>,
  { pdfInTurn }: ExportTurns,
): void {
  serveRaw(app, liquidaciones.pdf, async ({ params: { id }, reply, admitAgain }) => {
    // Its name is in the header.
    const { liquidacion, empresa } = await findPrint(db, id)
    async function* read() {
      await admitAgain()
      // With it comes pdfkit.
      const { liquidacionPdf } = await import('./drawLiquidacion.ts')
      yield* liquidacionPdf(liquidacion, { empresa, nombre, zona })
    }
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="liquidacion_${liquidacion.numero}.pdf"`,
    }
    return sendStream(reply, headers, (gone) => pdfInTurn(gone, read))
  })
}

interface Print {
  liquidacion: Liquidacion
  empresa: EmpresaImpresa
}

/** Of one moment: who annuls it meanwhile takes its movimientos. @throws {HttpError} 404 */
async function findPrint(db: Database, id: number): Promise<Print> {
  const read = db.snapshot(async function* (tx) {
    yield { liquidacion: await findLiquidacion(tx, id), empresa: await findEmpresa(tx) }
  })
  for await (const print of read) return print
  throw notFound('Liquidación no encontrada')
}
