import { papelera, papeleraTipos } from '@flota/contract/papelera.ts'
import type { Database } from '../db/sql.ts'
import { notFound, unknownAddress } from '../http/errors.ts'
import { type App, serve } from '../http/serve.ts'
import { kindOf } from './kinds.ts'
import { findDeleted, restore } from './queries.ts'

export function papeleraRoutes(app: App, db: Database): void {
  serve(app, papelera.list, ({ query }) => findDeleted(db, query))

  serve(app, papelera.restore, async ({ params, db: own }) => {
    const tipo = papeleraTipos.find((each) => each === params.tipo)
    if (!tipo) throw notFound(unknownAddress)
    return kindOf(tipo).data.parse(await own.transaction((tx) => restore(tx, tipo, params.id)))
  })
}
