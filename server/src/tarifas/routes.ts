import { anyRoutePermiso, can } from '@flota/contract/access.ts'
import { todayIn } from '@flota/contract/dias.ts'
import { tarifas } from '@flota/contract/tarifas.ts'
import type { Now } from '../clock.ts'
import type { Database } from '../db/sql.ts'
import type { Env } from '../env.ts'
import { type App, serve } from '../http/serve.ts'
import { serveRecord } from '../http/serveRecord.ts'
import { findTarifas, keptTarifa } from './queries.ts'
import { findTarifaFor, findUltimo } from './sugerencia.ts'

interface Clock {
  env: Pick<Env, 'TZ_EMPRESA'>
  now: Now
}

export function tarifasRoutes(app: App, db: Database, { env, now }: Clock): void {
  serve(app, tarifas.list, ({ query }) => findTarifas(db, query))
  serve(app, tarifas.suggest, async ({ query, session }) => {
    const [tarifa, ultimo] = await Promise.all([
      findTarifaFor(db, query, query.fecha ?? todayIn(env.TZ_EMPRESA, now())),
      can(session, { anyOf: anyRoutePermiso }) ? findUltimo(db, query) : null,
    ])
    return { tarifa, ultimo }
  })
  serveRecord(app, db, tarifas, keptTarifa)
}
