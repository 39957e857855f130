import { anyRoutePermiso, can } from '@flota/contract/access.ts'
import { todayIn } from '@flota/contract/dates.ts'
import { tarifas } from '@flota/contract/tarifas.ts'
import type { Database } from '../../platform/db/sql.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { serveRecord } from '../../platform/http/serveRecord.ts'
import { tarifasExcel } from './excel.ts'
import { findTarifas, tarifaRecord, tarifasExportQuery } from './queries.ts'
import { findTarifaFor, findUltimo } from './sugerencia.ts'

export function tarifasRoutes(app: App, db: Database, place: ExportContext): void {
  const { env, now } = place.clock
  serve(app, tarifas.list, ({ query }) => findTarifas(db, query))
  serve(app, tarifas.suggest, async ({ query, session }) => {
    const [tarifa, ultimo] = await Promise.all([
      findTarifaFor(db, query, query.fecha ?? todayIn(env.TZ_EMPRESA, now())),
      can(session, { anyOf: anyRoutePermiso }) ? findUltimo(db, query) : null,
    ])
    return { tarifa, ultimo }
  })
  serveRecord(app, db, tarifas, tarifaRecord)
  serveExport(app, tarifas.exportar, place, {
    tipo: 'tarifas',
    title: 'Tarifas',
    find: tarifasExportQuery,
    write: tarifasExcel,
  })
}
