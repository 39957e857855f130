import { cargas } from '@flota/contract/money/cargas.ts'
import { notAfterToday } from '../../domain/notAfterToday.ts'
import { withDuplicateMessage } from '../../domain/trips/gastoColumns.ts'
import { addTripName, addTripNames, rutaIdOf } from '../../domain/trips/tripNames.ts'
import type { Database } from '../../platform/db/sql.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import type { ExportContext } from '../../platform/http/serveExport.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import { cargasExportar } from './exportar.ts'
import { findCarga, findCargas } from './queries.ts'
import { changeCarga, createCarga } from './write.ts'

export function cargasRoutes(app: App, db: Database, context: ExportContext): void {
  const notLater = notAfterToday(context.clock)
  const create = { ...cargas.create, body: cargas.create.body.check(notLater) }
  const update = { ...cargas.update, body: cargas.update.body.check(notLater) }
  cargasExportar(app, context)
  serveRead(app, cargas.list, async (reader, { query: { viaje, ...query } }) => {
    const page = await findCargas(reader, query)
    return { ...page, rows: await addTripNames(reader, { viaje }, page.rows, rutaIdOf) }
  })
  serveRead(app, cargas.show, async (reader, { params, query }) =>
    addTripName(reader, query, await findCarga(reader, params.id)),
  )
  serve(app, create, ({ body, session, db: writer }) =>
    withDuplicateMessage(db, () => writer.transaction((tx) => createCarga(tx, body, session.user.id))),
  )
  serve(app, update, ({ params, body, db: writer }) =>
    withDuplicateMessage(db, () => writer.transaction((tx) => changeCarga(tx, params.id, body))),
  )
}
