import { mantenimientos } from '@flota/contract/fleet/mantenimientos.ts'
import type { Database } from '../../platform/db/sql.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { serveRecord } from '../../platform/http/serveRecord.ts'
import { mantenimientosExcel } from './excel.ts'
import { findMantenimientos, mantenimientoRecord, mantenimientosExportQuery } from './queries.ts'

export function mantenimientosRoutes(app: App, db: Database, place: ExportContext): void {
  serve(app, mantenimientos.list, async ({ query, reply }) => {
    const { rows, total } = await findMantenimientos(db, query)
    void reply.header('X-Total-Count', total)
    return rows
  })
  serveRecord(app, db, mantenimientos, mantenimientoRecord)
  serveExport(app, mantenimientos.exportar, place, {
    tipo: 'mantenimientos',
    title: 'Mantenimientos',
    find: mantenimientosExportQuery,
    write: mantenimientosExcel,
  })
}
