import { cobros } from '@flota/contract/money/cobros.ts'
import { notAfterToday } from '../../domain/notAfterToday.ts'
import type { Database } from '../../platform/db/sql.ts'
import { type App, serve, serveWrite } from '../../platform/http/serve.ts'
import type { ExportContext } from '../../platform/http/serveExport.ts'
import { cobrosExportar } from './exportar.ts'
import { findCobro, findCobros } from './queries.ts'
import { annulCobro, createCobro } from './write.ts'

export function cobrosRoutes(app: App, db: Database, context: ExportContext): void {
  const create = { ...cobros.create, body: cobros.create.body.check(notAfterToday(context.clock)) }
  cobrosExportar(app, context)
  serve(app, cobros.list, ({ query }) => findCobros(db, query))
  serve(app, cobros.show, ({ params }) => findCobro(db, params.id))
  serveWrite(app, create, (tx, { body }) => createCobro(tx, body))
  serveWrite(app, cobros.anular, (tx, { params, body }) =>
    annulCobro(tx, params.id, body.motivo, body.version),
  )
}
