import { anyRoutePermiso, can } from '@flota/contract/access.ts'
import { todayIn } from '@flota/contract/dias.ts'
import { tarifas } from '@flota/contract/tarifas.ts'
import type { Now } from '../clock.ts'
import type { Database } from '../db/sql.ts'
import type { Env } from '../env.ts'
import { type App, serve } from '../http/serve.ts'
import { findTarifa, findTarifas, insertTarifa, removeTarifa, updateTarifa } from './queries.ts'
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
  serve(app, tarifas.show, ({ params }) => findTarifa(db, params.id))
  serve(app, tarifas.create, ({ body, db: own }) => own.transaction((tx) => insertTarifa(tx, body)))
  serve(app, tarifas.update, ({ params, body: { version, ...values }, db: own }) =>
    own.transaction((tx) => updateTarifa(tx, params.id, values, version)),
  )
  serve(app, tarifas.remove, async ({ params, query, session, db: own }) => {
    await own.transaction((tx) => removeTarifa(tx, params.id, query.version, session.user.id))
    return null
  })
}
