import { estadoDeCuenta, porCobrar } from '@flota/contract/money/porCobrar.ts'
import { type CompanySource, findCompany } from '../../domain/company.ts'
import { companyToday } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/sql.ts'
import { sendPdf } from '../../platform/http/sendPdf.ts'
import { type App, serve, serveRaw } from '../../platform/http/serve.ts'
import type { ExportContext } from '../../platform/http/serveExport.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import type { ExportQueue } from '../../platform/limits/exportQueue.ts'
import { porCobrarExportar } from './exportar.ts'
import { findEstadoDeCuenta, findPorCobrar } from './queries.ts'

interface PorCobrarContext extends ExportContext {
  exports: ExportQueue
  store: CompanySource['store']
}

export function porCobrarRoutes(app: App, db: Database, context: PorCobrarContext): void {
  const { clock, exports, store } = context
  porCobrarExportar(app, context)
  serveRead(app, porCobrar.list, (reader, { query: { corte = companyToday(clock) } }) =>
    findPorCobrar(reader, corte),
  )
  serve(app, estadoDeCuenta.show, async ({ params: { id }, query: { corte = companyToday(clock) } }) => ({
    data: await findEstadoDeCuenta(db, id, corte),
  }))
  serveRaw(app, estadoDeCuenta.pdf, ({ params: { id }, query, ...input }) =>
    sendPdf(input, `estado_de_cuenta_${id}.pdf`, exports, async function* () {
      const estado = await findEstadoDeCuenta(db, id, query.corte ?? companyToday(clock))
      const empresa = await findCompany(db, { env: clock.env, store })
      // Imports pdfkit (30 MB of memory) on demand.
      const { estadoDeCuentaPdf } = await import('./drawEstadoDeCuenta.ts')
      yield* estadoDeCuentaPdf(estado, empresa)
    }),
  )
}
