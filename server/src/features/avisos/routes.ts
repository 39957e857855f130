import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import { avisos, maxPostponeDays } from '@flota/contract/system/avisos.ts'
import type { Now } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import type { Session } from '../../platform/http/authentication.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { servePolled } from '../../platform/http/servePolled.ts'
import { countNoticesForUser, findNoticesForUser, visibleClasses } from './noticesForUser.ts'
import { postponeNotice } from './queries.ts'

interface Clock {
  env: Pick<Env, 'TZ_EMPRESA'>
  now: Now
}

export function avisosRoutes(app: App, db: Database, { env, now }: Clock): void {
  const clock = () => {
    const ahora = now()
    return { hoy: todayIn(env.TZ_EMPRESA, ahora), ahora }
  }

  serve(app, avisos.list, ({ query, session }) => findNoticesForUser(db, session, clock(), query))

  const polled = {
    now,
    scopes: () => ['notices'] as const,
    key: ({ session }: { session: Session }) => [session.user.id, visibleClasses(session), clock().hoy],
  }
  servePolled(app, avisos.resumen, polled, async (reader, { session }) => {
    const { counts, until } = await countNoticesForUser(reader, session, clock())
    return { result: counts, until }
  })

  const isNear = ({ hasta }: { hasta: unknown }) => {
    const { hoy } = clock()
    // Another rule reports values that are no text.
    return typeof hasta !== 'string' || (hasta > hoy && hasta <= addDays(hoy, maxPostponeDays))
  }
  const nearRule = {
    path: ['hasta'],
    error: `Elige una fecha de mañana a dentro de ${maxPostponeDays} días.`,
    // Runs even if other fields are invalid, so that all are reported together.
    when: () => true,
  }
  const posponer = { ...avisos.posponer, body: avisos.posponer.body.refine(isNear, nearRule) }
  serve(app, posponer, async ({ params, body, db: writer }) => {
    await writer.transaction((tx) => postponeNotice(tx, params.id, body, clock()))
    return null
  })
}
