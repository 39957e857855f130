import { liquidaciones } from '@flota/contract/liquidaciones.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { findLiquidaciones } from './list.ts'
import { saldosRoutes } from './saldos.ts'
import { annulLiquidacion, createLiquidacion, findLiquidacion } from './write.ts'

export function liquidacionesRoutes(app: App, db: Database, { env }: { env: Pick<Env, 'TZ_EMPRESA'> }): void {
  saldosRoutes(app, db)
  serve(app, liquidaciones.list, ({ query }) => findLiquidaciones(db, query, env.TZ_EMPRESA))
  serve(app, liquidaciones.show, ({ params }) => findLiquidacion(db, params.id))
  serve(app, liquidaciones.create, ({ body, session, db: writer }) =>
    writer.transaction((tx) => createLiquidacion(tx, body, session.user.id)),
  )
  serve(app, liquidaciones.anular, ({ params, body, db: writer }) =>
    writer.transaction((tx) => annulLiquidacion(tx, params.id, body.motivo, body.version)),
  )
}
