import { todayIn } from '@flota/contract/dates.ts'
import { documentos, documentoTipos } from '@flota/contract/documentos.ts'
import { softDeleteRecord } from '../../platform/db/records.ts'
import type { Database } from '../../platform/db/sql.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { serveRecord } from '../../platform/http/serveRecord.ts'
import { documentosExcel } from './excel.ts'
import { documentosExportQuery, findDocumentos } from './list.ts'
import { findTipos, tipoRecord } from './tipos.ts'
import { findDocumento, insertDocumento, renewDocumento, updateDocumento } from './write.ts'

export function documentosRoutes(app: App, db: Database, place: ExportContext): void {
  const { env, now } = place.clock
  serve(app, documentoTipos.list, () => findTipos(db))
  serveRecord(app, db, documentoTipos, tipoRecord)

  serveExport(app, documentos.exportar, place, {
    tipo: 'documentos',
    title: 'Documentos',
    find: documentosExportQuery,
    write: documentosExcel,
  })

  const hoy = () => todayIn(env.TZ_EMPRESA, now())

  serve(app, documentos.list, ({ query }) => findDocumentos(db, query, hoy()))
  serve(app, documentos.show, ({ params }) => findDocumento(db, params.id, hoy()))
  serve(app, documentos.create, ({ body, db: writer }) =>
    writer.transaction((tx) => insertDocumento(tx, body, hoy())),
  )
  serve(app, documentos.renew, ({ params, body, db: writer }) =>
    writer.transaction((tx) => renewDocumento(tx, params.id, body, hoy())),
  )
  serve(app, documentos.update, ({ params, body, db: writer }) =>
    writer.transaction((tx) => updateDocumento(tx, params.id, body, hoy())),
  )
  serve(app, documentos.remove, async ({ params, query, session, db: writer }) => {
    await writer.transaction((tx) =>
      softDeleteRecord(tx, 'documentos', params.id, query.version, session.user.id),
    )
    return null
  })
}
