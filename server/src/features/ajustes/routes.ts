import { type Ajustes, ajustes } from '@flota/contract/system/ajustes.ts'
import type { Database } from '../../platform/db/sql.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { findAjustes, type Settings, updateAjustes } from './queries.ts'

export function ajustesRoutes(app: App, db: Database, programa: string): void {
  const toResponse = (settings: Settings): Ajustes => ({ ...settings, programa })
  serve(app, ajustes.show, async () => toResponse(await findAjustes(db)))
  serve(app, ajustes.update, async ({ body, db: writer }) =>
    toResponse(await writer.transaction((tx) => updateAjustes(tx, body))),
  )
}
