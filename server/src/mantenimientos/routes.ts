import { mantenimientos } from '@flota/contract/mantenimientos.ts'
import type { Database } from '../db/sql.ts'
import { type App, serve } from '../http/serve.ts'
import {
  findMantenimiento,
  findMantenimientos,
  insertMantenimiento,
  removeMantenimiento,
  updateMantenimiento,
} from './queries.ts'

export function mantenimientosRoutes(app: App, db: Database): void {
  serve(app, mantenimientos.list, async ({ query, reply }) => {
    const { rows, total } = await findMantenimientos(db, query)
    void reply.header('X-Total-Count', total)
    return rows
  })
  serve(app, mantenimientos.show, ({ params }) => findMantenimiento(db, params.id))
  serve(app, mantenimientos.create, ({ body, db: own }) =>
    own.transaction((tx) => insertMantenimiento(tx, body)),
  )
  serve(app, mantenimientos.update, ({ params, body: { version, ...values }, db: own }) =>
    own.transaction((tx) => updateMantenimiento(tx, params.id, values, version)),
  )
  serve(app, mantenimientos.remove, async ({ params, query, session, db: own }) => {
    await own.transaction((tx) => removeMantenimiento(tx, params.id, query.version, session.user.id))
    return null
  })
}
