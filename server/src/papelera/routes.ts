import { todayIn } from '@flota/contract/dias.ts'
import { papelera, papeleraTipos } from '@flota/contract/papelera.ts'
import type { Now } from '../clock.ts'
import type { Database } from '../db/sql.ts'
import type { Env } from '../env.ts'
import { notFound, unknownAddress } from '../http/errors.ts'
import { type App, serve } from '../http/serve.ts'
import { kindOf } from './kinds.ts'
import { findDeleted, restore } from './queries.ts'

interface Clock {
  env: Pick<Env, 'TZ_EMPRESA'>
  now: Now
}

export function papeleraRoutes(app: App, db: Database, { env, now }: Clock): void {
  serve(app, papelera.list, ({ query }) => findDeleted(db, query))

  serve(app, papelera.restore, async ({ params, db: own }) => {
    const tipo = papeleraTipos.find((each) => each === params.tipo)
    if (!tipo) throw notFound(unknownAddress)
    const row = await own.transaction((tx) => restore(tx, tipo, params.id))
    const { data, more } = kindOf(tipo)
    return data.parse({ ...row, ...more?.(row, todayIn(env.TZ_EMPRESA, now())) })
  })
}
