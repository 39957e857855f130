import { avisos, mostDaysPutOff } from '@flota/contract/avisos.ts'
import { addDays, todayIn } from '@flota/contract/dates.ts'
import type { Now } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { avisosOf, resumenOf } from './noticesForUser.ts'
import { putOff } from './queries.ts'

interface Clock {
  env: Pick<Env, 'TZ_EMPRESA'>
  now: Now
}

export function avisosRoutes(app: App, db: Database, { env, now }: Clock): void {
  const clock = () => {
    const ahora = now()
    return { hoy: todayIn(env.TZ_EMPRESA, ahora), ahora }
  }

  serve(app, avisos.list, ({ query, session }) => avisosOf(db, session, clock(), query.clase))

  serve(app, avisos.resumen, ({ session }) => resumenOf(db, session, clock()))

  const isNear = ({ hasta }: { hasta: unknown }) => {
    const { hoy } = clock()
    // What is no text is told by itself.
    return typeof hasta !== 'string' || (hasta > hoy && hasta <= addDays(hoy, mostDaysPutOff))
  }
  const near = {
    path: ['hasta'],
    error: `Elige una fecha de mañana a dentro de ${mostDaysPutOff} días.`,
    // Also where the reason is wrong, so that all wrong fields are told together.
    when: () => true,
  }
  const posponer = { ...avisos.posponer, body: avisos.posponer.body.refine(isNear, near) }
  serve(app, posponer, async ({ params, body, db: own }) => {
    await own.transaction((tx) => putOff(tx, params.id, body, clock()))
    return null
  })
}
