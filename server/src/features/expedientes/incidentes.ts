import { type Incidente, incidentes } from '@flota/contract/incidentes.ts'
import { registros } from '@flota/contract/registros.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { Now } from '../../platform/clock.ts'
import { binRecord, findRecord, insert, replaceRecord } from '../../platform/db/records.ts'
import { type Db, one, sql } from '../../platform/db/sql.ts'
import { invalid, notFound } from '../../platform/http/errors.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { holdRuta } from './lockRuta.ts'

export function incidentesRoutes(app: App, now: Now): void {
  serve(app, incidentes.create, ({ params, body, session, db: own }) => {
    const desde = body.desde ?? now().toISOString()
    // Where it is not said when it began, only the clock tells whether it ends before.
    if (body.hasta !== null && body.hasta < desde) throw invalid({ hasta: sentences.endsEarly })
    return own.transaction(async (tx) => {
      await holdRuta(tx, params.id)
      const columns = { ...body, ruta_id: params.id, desde, usuario_id: session.user.id }
      return findRecord<Incidente>(tx, 'incidentes', await insert(tx, 'incidentes', columns))
    })
  })
  serve(app, incidentes.update, ({ params: { id, iid }, body: { version, ...columns }, db: own }) =>
    own.transaction(async (tx) => {
      await holdIncidente(tx, id, iid)
      await replaceRecord(tx, 'incidentes', iid, columns, version)
      return findRecord<Incidente>(tx, 'incidentes', iid)
    }),
  )
  serve(app, incidentes.remove, async ({ params: { id, iid }, query, session, db: own }) => {
    await own.transaction(async (tx) => {
      await holdIncidente(tx, id, iid)
      await binRecord(tx, 'incidentes', iid, query.version, session.user.id)
    })
    return null
  })
}

/** @throws {HttpError} 404 of the route, then of an incident that is not its own */
async function holdIncidente(tx: Db, ruta: number, id: number): Promise<void> {
  await holdRuta(tx, ruta)
  const own = sql`select from incidentes where id = ${id} and ruta_id = ${ruta}`
  if (!(await one(tx, own))) throw notFound(registros.incidentes.notFound)
}
