import { liquidaciones, saldos } from '@flota/contract/money/liquidaciones.ts'
import { type CompanySource, findCompany } from '../../domain/company.ts'
import { addTripNames, rutaIdOf } from '../../domain/trips/tripNames.ts'
import type { Database } from '../../platform/db/sql.ts'
import { sendPdf } from '../../platform/http/sendPdf.ts'
import { type App, serveRaw, serveWrite } from '../../platform/http/serve.ts'
import type { ExportContext } from '../../platform/http/serveExport.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import type { ExportQueue } from '../../platform/limits/exportQueue.ts'
import { liquidacionesExportar } from './exportar.ts'
import { findLiquidacion, findLiquidaciones, findPrintedLiquidacion, findSaldos } from './queries.ts'
import { annulLiquidacion, createLiquidacion } from './write.ts'

interface LiquidacionesContext extends ExportContext {
  exports: ExportQueue
  store: CompanySource['store']
}

export function liquidacionesRoutes(app: App, db: Database, context: LiquidacionesContext): void {
  const {
    clock: { env },
    exports,
    store,
  } = context
  liquidacionesExportar(app, context)
  const zona = env.TZ_EMPRESA
  serveRead(app, saldos.list, (reader, { query: { orden, buscar } }) => findSaldos(reader, orden, buscar))
  serveRead(app, liquidaciones.list, (reader, { query }) => findLiquidaciones(reader, query, zona))
  serveRead(app, liquidaciones.show, async (reader, { params, query }) => {
    const liquidacion = await findLiquidacion(reader, params.id)
    const movimientos = await addTripNames(reader, query, liquidacion.movimientos, rutaIdOf)
    return { ...liquidacion, movimientos }
  })
  serveWrite(app, liquidaciones.create, (tx, { body, session }) =>
    createLiquidacion(tx, body, session.user.id),
  )
  serveWrite(app, liquidaciones.anular, (tx, { params, body }) =>
    annulLiquidacion(tx, params.id, body.motivo, body.version),
  )
  serveRaw(app, liquidaciones.pdf, async (input) => {
    // The file name needs the number before the first byte.
    const liquidacion = await findPrintedLiquidacion(db, input.params.id)
    return sendPdf(input, `liquidacion_${liquidacion.numero}.pdf`, exports, async function* () {
      // Imports pdfkit (30 MB of memory) on demand.
      const { liquidacionPdf } = await import('./drawLiquidacion.ts')
      yield* liquidacionPdf(liquidacion, { empresa: await findCompany(db, { env, store }), zona })
    })
  })
}
