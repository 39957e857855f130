import { lineas } from '@flota/contract/fleet/lineas.ts'
import { mantenimientos } from '@flota/contract/fleet/mantenimientos.ts'
import { planes } from '@flota/contract/fleet/planes.ts'
import { type App, serveWrite } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import { serveRecord } from '../../platform/http/serveRecord.ts'
import { mantenimientosExcel } from './excel.ts'
import { findMantenimientos, mantenimientoRecord, mantenimientosExportQuery } from './queries.ts'
import { createServicio, updateLineas } from './services.ts'

export function mantenimientosRoutes(app: App, place: ExportContext): void {
  serveRead(app, mantenimientos.list, async (db, { query, reply }) => {
    const { rows, total } = await findMantenimientos(db, query)
    void reply.header('X-Total-Count', total)
    return rows
  })
  serveRecord(app, mantenimientos, mantenimientoRecord)
  serveWrite(app, planes.servicio, (tx, { params, body }) => createServicio(tx, params.id, body))
  serveWrite(app, lineas.update, (tx, { params, body }) => updateLineas(tx, params.id, body))
  serveExport(app, mantenimientos.exportar, place, {
    tipo: 'mantenimientos',
    title: 'Mantenimientos',
    find: mantenimientosExportQuery,
    write: mantenimientosExcel,
  })
}
