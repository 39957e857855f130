import { type Incidente, incidentes } from '@flota/contract/incidentes.ts'
import { registros } from '@flota/contract/registros.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { Now } from '../../platform/clock.ts'
import { findRecord, insert, replaceRecord, softDeleteRecord } from '../../platform/db/records.ts'
import { type Db, one, sql } from '../../platform/db/sql.ts'
import { invalid, notFound } from '../../platform/http/errors.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { lockRuta } from './lockRuta.ts'

export function incidentesRoutes(app: App, now: Now): void {
  serve(app, incidentes.create, ({ params, body, session, db: writer }) => {
    const desde = body.desde ?? now().toISOString()
    // Where it is not said when it began, only the clock tells whether it ends before.
    if (body.hasta !== null && body.hasta < desde) throw invalid({ hasta: sentences.endsEarly })
    return writer.transaction(async (tx) => {
      await lockRuta(tx, params.id)
      const columns = { ...body, ruta_id: params.id, desde, usuario_id: session.user.id }
      return findRecord<Incidente>(tx, 'incidentes', await insert(tx, 'incidentes', columns))
    })
  })
  serve(app, incidentes.update, ({ params: { id, iid }, body: { version, ...columns }, db: writer }) =>
    writer.transaction(async (tx) => {
      await lockIncidente(tx, id, iid)
      await replaceRecord(tx, 'incidentes', iid, columns, version)
      return findRecord<Incidente>(tx, 'incidentes', iid)
    }),
  )
  serve(app, incidentes.remove, async ({ params: { id, iid }, query, session, db: writer }) => {
    await writer.transaction(async (tx) => {
      await lockIncidente(tx, id, iid)
      await softDeleteRecord(tx, 'incidentes', iid, query.version, session.user.id)
    })
    return null
  })
}

/** @throws {HttpError} 404 of the route, then of an incident that is not its own */
async function lockIncidente(tx: Db, ruta: number, id: number): Promise<void> {
  await lockRuta(tx, ruta)
  const own = sql`select from incidentes where id = ${id} and ruta_id = ${ruta}`
  if (!(await one(tx, own))) throw notFound(registros.incidentes.notFound)
}
