import { revision } from '@flota/contract/revision.ts'
import type { Database } from '../db/sql.ts'
import { type App, serve } from '../http/serve.ts'
import { findAvisos, findDisponibles } from './revision.ts'

export function revisionRoutes(app: App, db: Database): void {
  serve(app, revision.ask, async ({ body }) => ({ avisos: await findAvisos(db, body) }))
  serve(app, revision.disponibles, ({ query }) => findDisponibles(db, query))
}
