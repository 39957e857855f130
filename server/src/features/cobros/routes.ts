import { cobros } from '@flota/contract/money/cobros.ts'
import { notAfterToday } from '../../domain/notAfterToday.ts'
import type { Database } from '../../platform/db/sql.ts'
import { type App, serveWrite } from '../../platform/http/serve.ts'
import type { ExportContext } from '../../platform/http/serveExport.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import { cobrosExportar } from './exportar.ts'
import { findCobro, findCobros } from './queries.ts'
import { annulCobro, createCobro } from './write.ts'

export function cobrosRoutes(app: App, db: Database, context: ExportContext): void {
  const create = { ...cobros.create, body: cobros.create.body.check(notAfterToday(context.clock)) }
  cobrosExportar(app, context)
  serveRead(app, cobros.list, (reader, { query }) => findCobros(reader, query))
  serveRead(app, cobros.show, (reader, { params }) => findCobro(reader, params.id))
  serveWrite(app, create, (tx, { body }) => createCobro(tx, body))
  serveWrite(app, cobros.anular, (tx, { params, body }) =>
    annulCobro(tx, params.id, body.motivo, body.version),
  )
}
