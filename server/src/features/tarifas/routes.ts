import { anyRoutePermiso, can } from '@flota/contract/core/access.ts'
import { tarifas } from '@flota/contract/money/tarifas.ts'
import { companyToday } from '../../platform/clock.ts'
import type { App } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import { serveRecord } from '../../platform/http/serveRecord.ts'
import { tarifasExcel } from './excel.ts'
import { findTarifaFor, findTarifas, findUltimo, tarifaRecord, tarifasExportQuery } from './queries.ts'

export function tarifasRoutes(app: App, context: ExportContext): void {
  serveRead(app, tarifas.list, (db, { query }) => findTarifas(db, query))
  serveRead(app, tarifas.suggest, async (db, { query, session }) => {
    const [tarifa, ultimo] = await Promise.all([
      findTarifaFor(db, query, query.fecha ?? companyToday(context.clock)),
      can(session, { anyOf: anyRoutePermiso }) ? findUltimo(db, query) : null,
    ])
    return { tarifa, ultimo }
  })
  serveRecord(app, tarifas, tarifaRecord)
  serveExport(app, tarifas.exportar, context, {
    tipo: 'tarifas',
    title: 'Tarifas',
    find: tarifasExportQuery,
    write: tarifasExcel,
  })
}
