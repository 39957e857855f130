import { type Ajustes, ajustes } from '@flota/contract/system/ajustes.ts'
import type { Database } from '../../platform/db/sql.ts'
import { type App, serve, serveWrite } from '../../platform/http/serve.ts'
import { findAjustes, type Settings, updateAjustes } from './queries.ts'

export function ajustesRoutes(app: App, db: Database, programa: string): void {
  const toResponse = (settings: Settings): Ajustes => ({ ...settings, programa })
  serve(app, ajustes.show, async () => toResponse(await findAjustes(db)))
  serveWrite(app, ajustes.update, async (tx, { body }) => toResponse(await updateAjustes(tx, body)))
}
