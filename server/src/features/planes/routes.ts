import { planes } from '@flota/contract/fleet/planes.ts'
import { plansCreated } from '@flota/contract/records/planes.ts'
import { notAfterToday } from '../../domain/notAfterToday.ts'
import { findPlan } from '../../domain/planes.ts'
import { companyToday } from '../../platform/clock.ts'
import { softDeleteRecord } from '../../platform/db/records.ts'
import type { Database } from '../../platform/db/sql.ts'
import { type App, Reply, serveWrite } from '../../platform/http/serve.ts'
import type { ExportContext } from '../../platform/http/serveExport.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import { planesExportar } from './exportar.ts'
import { createPlanes, findPlanes, updatePlan } from './queries.ts'

/** features/mantenimientos serves the maintenance of a plan. */
export function planesRoutes(app: App, _db: Database, context: ExportContext): void {
  const { clock } = context
  const notLater = notAfterToday(clock, 'desde_fecha')
  const hoy = () => companyToday(clock)
  planesExportar(app, context)
  serveRead(app, planes.list, (reader, { query }) => findPlanes(reader, query, hoy()))
  serveRead(app, planes.show, (reader, { params }) => findPlan(reader, params.id, hoy()))
  const create = { ...planes.create, body: planes.create.body.check(notLater) }
  serveWrite(app, create, async (tx, { body }) => {
    const created = await createPlanes(tx, body, hoy())
    return new Reply(plansCreated(created.length), { planes: created })
  })
  const update = { ...planes.update, body: planes.update.body.check(notLater) }
  serveWrite(app, update, (tx, { params, body }) => updatePlan(tx, params.id, body, hoy()))
  serveWrite(app, planes.remove, async (tx, { params, query, session }) => {
    await softDeleteRecord(tx, 'planes', params.id, query.version, session.user.id)
    return null
  })
}
