import { papeleraTipos } from '@flota/contract/records/registros.ts'
import { papelera } from '@flota/contract/system/papelera.ts'
import { addTripNames } from '../../domain/trips/tripNames.ts'
import { companyToday } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/sql.ts'
import { notFound, unknownAddress } from '../../platform/errors.ts'
import { type App, serve, serveWrite } from '../../platform/http/serve.ts'
import type { ExportContext } from '../../platform/http/serveExport.ts'
import { papeleraExportar } from './exportar.ts'
import { toShowResponse } from './kinds.ts'
import { findDeleted, restoreRecord } from './queries.ts'

export function papeleraRoutes(app: App, db: Database, context: ExportContext): void {
  papeleraExportar(app, context)
  serve(app, papelera.list, async ({ query }) => {
    const page = await findDeleted(db, query)
    const rows = await addTripNames(db, query, page.rows, ({ tipo, id }) => (tipo === 'rutas' ? id : null))
    return { ...page, rows }
  })

  serveWrite(app, papelera.restore, async (tx, { params }) => {
    const tipo = papeleraTipos.find((each) => each === params.tipo)
    if (!tipo) throw notFound(unknownAddress)
    const hoy = companyToday(context.clock)
    return toShowResponse(tipo, await restoreRecord(tx, tipo, params.id, hoy), hoy)
  })
}
