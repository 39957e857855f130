import { type Movimiento, movimientos } from '@flota/contract/movimientos.ts'
import type { Database } from '../db/sql.ts'
import type { Env } from '../env.ts'
import type { ExportTurns } from '../http/exportTurns.ts'
import { type App, serveRaw } from '../http/serve.ts'
import { sendStream } from '../http/stream.ts'
import { findEmpresa } from '../viajes/empresa.ts'
import { findMovimiento } from './write.ts'

export function reciboRoutes(
  app: App,
  db: Database,
  { EMPRESA_NOMBRE }: Pick<Env, 'EMPRESA_NOMBRE'>,
  { pdfInTurn }: ExportTurns,
): void {
  serveRaw(app, movimientos.pdf, ({ params: { id }, reply, admitAgain }) => {
    async function* read() {
      await admitAgain()
      const movimiento: Movimiento = await findMovimiento(db, id)
      const empresa = await findEmpresa(db)
      // With it comes pdfkit.
      const { reciboPdf } = await import('./drawRecibo.ts')
      yield* reciboPdf(movimiento, empresa, EMPRESA_NOMBRE)
    }
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="recibo_${id}.pdf"`,
    }
    return sendStream(reply, headers, (gone) => pdfInTurn(gone, read))
  })
}
