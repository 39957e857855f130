import { ajustes } from '@flota/contract/ajustes.ts'
import type { Database } from '../db/sql.ts'
import { type App, serve } from '../http/serve.ts'
import { findAjustes, updateAjustes } from './queries.ts'

export function ajustesRoutes(app: App, db: Database): void {
  serve(app, ajustes.show, () => findAjustes(db))
  serve(app, ajustes.update, ({ body, db: own }) => own.transaction((tx) => updateAjustes(tx, body)))
}
