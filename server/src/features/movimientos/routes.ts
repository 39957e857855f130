import { isRealDate } from '@flota/contract/calendar.ts'
import { todayIn } from '@flota/contract/dates.ts'
import { movimientos } from '@flota/contract/movimientos.ts'
import { crossFieldRule } from '@flota/contract/values.ts'
import type { Now } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { type App, Reply, serve } from '../../platform/http/serve.ts'
import { changeEstado, estadoMessages } from './estado.ts'
import { findMovimientos } from './list.ts'
import { findRutasParaDinero } from './rutas.ts'
import { changeMovimiento, createMovimiento, findMovimiento, withDuplicateMessage } from './write.ts'

export interface Clock {
  env: Pick<Env, 'TZ_EMPRESA'>
  now: Now
}

/** What only the clock tells is told with the other wrong fields. */
function bodiesAt({ env, now }: Clock) {
  const notLater = crossFieldRule(
    'fecha',
    'La fecha no puede ser posterior a hoy.',
    ({ fecha }) => typeof fecha !== 'string' || !isRealDate(fecha) || fecha <= todayIn(env.TZ_EMPRESA, now()),
  )
  return {
    create: { ...movimientos.create, body: movimientos.create.body.check(notLater) },
    update: { ...movimientos.update, body: movimientos.update.body.check(notLater) },
  }
}

export function movimientosRoutes(app: App, db: Database, clock: Clock): void {
  const { create, update } = bodiesAt(clock)
  serve(app, movimientos.list, ({ query }) => findMovimientos(db, query))
  serve(app, movimientos.rutas, ({ query }) => findRutasParaDinero(db, query))
  serve(app, movimientos.show, ({ params }) => findMovimiento(db, params.id))
  serve(app, create, ({ body, session, db: writer }) =>
    withDuplicateMessage(db, () => writer.transaction((tx) => createMovimiento(tx, body, session.user.id))),
  )
  serve(app, update, ({ params, body, db: writer }) =>
    withDuplicateMessage(db, () => writer.transaction((tx) => changeMovimiento(tx, params.id, body))),
  )
  serve(app, movimientos.estado, async ({ params, body, db: writer }) => {
    const changed = await withDuplicateMessage(db, () =>
      writer.transaction((tx) => changeEstado(tx, params.id, body)),
    )
    return new Reply(estadoMessages[changed.estado], changed)
  })
}
