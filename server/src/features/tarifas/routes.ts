import { anyRoutePermiso, can } from '@flota/contract/core/access.ts'
import { tarifas } from '@flota/contract/money/tarifas.ts'
import { companyToday } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/sql.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { serveRecord } from '../../platform/http/serveRecord.ts'
import { tarifasExcel } from './excel.ts'
import { findTarifaFor, findTarifas, findUltimo, tarifaRecord, tarifasExportQuery } from './queries.ts'

export function tarifasRoutes(app: App, db: Database, context: ExportContext): void {
  serve(app, tarifas.list, ({ query }) => findTarifas(db, query))
  serve(app, tarifas.suggest, async ({ query, session }) => {
    const [tarifa, ultimo] = await Promise.all([
      findTarifaFor(db, query, query.fecha ?? companyToday(context.clock)),
      can(session, { anyOf: anyRoutePermiso }) ? findUltimo(db, query) : null,
    ])
    return { tarifa, ultimo }
  })
  serveRecord(app, db, tarifas, tarifaRecord)
  serveExport(app, tarifas.exportar, context, {
    tipo: 'tarifas',
    title: 'Tarifas',
    find: tarifasExportQuery,
    write: tarifasExcel,
  })
}
