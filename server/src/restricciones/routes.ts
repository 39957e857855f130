import { restricciones } from '@flota/contract/restricciones.ts'
import type { Database } from '../db/sql.ts'
import { type App, serve } from '../http/serve.ts'
import {
  findRestriccion,
  findRestricciones,
  insertRestriccion,
  removeRestriccion,
  updateRestriccion,
} from './queries.ts'

export function restriccionesRoutes(app: App, db: Database): void {
  serve(app, restricciones.list, () => findRestricciones(db))
  serve(app, restricciones.show, ({ params }) => findRestriccion(db, params.id))
  serve(app, restricciones.create, ({ body, db: own }) =>
    own.transaction((tx) => insertRestriccion(tx, body)),
  )
  serve(app, restricciones.update, ({ params, body: { version, ...values }, db: own }) =>
    own.transaction((tx) => updateRestriccion(tx, params.id, values, version)),
  )
  serve(app, restricciones.remove, async ({ params, query, session, db: own }) => {
    await own.transaction((tx) => removeRestriccion(tx, params.id, query.version, session.user.id))
    return null
  })
}
