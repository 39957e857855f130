import { type Anotacion, bitacora } from '@flota/contract/reports/bitacora.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { App } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import { bitacoraExcel } from './excel.ts'
import { bitacoraExportQuery, findAnotaciones, withTripNames } from './queries.ts'

export function bitacoraRoutes(app: App, db: Database, context: ExportContext): void {
  const zona = context.clock.env.TZ_EMPRESA
  serveRead(app, bitacora.list, async (reader, { query }) => {
    const page = await findAnotaciones(reader, query, zona)
    return query.viaje ? { ...page, rows: await withTripNames(reader, page.rows) } : page
  })
  serveExport(app, bitacora.exportar, context, {
    tipo: 'bitacora',
    title: 'Bitácora',
    find: (query, _hoy, from) => bitacoraExportQuery(from, query, zona),
    tooMany: { desde: 'Elige un período más corto.' },
    write: (batches: AsyncIterable<Anotacion[]>, about) => bitacoraExcel(batches, about, zona),
  })
}
