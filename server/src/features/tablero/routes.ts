import { todayIn } from '@flota/contract/core/dates.ts'
import { tablero } from '@flota/contract/trips/tablero.ts'
import { changedMessage } from '../../domain/trips/changedMessage.ts'
import type { CompanyClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/sql.ts'
import { type App, Reply, serve, serveWrite } from '../../platform/http/serve.ts'
import { changeEstados, findTablero } from './queries.ts'

export function tableroRoutes(app: App, db: Database, { env, now }: CompanyClock): void {
  serve(app, tablero.show, ({ query }) => {
    const ahora = now()
    const hoy = todayIn(env.TZ_EMPRESA, ahora)
    return findTablero(db, query.fecha ?? hoy, { hoy, ahora })
  })
  serveWrite(app, tablero.estado, async (tx, { body, session }) => {
    const changed = await changeEstados(tx, body, session.user.id)
    return new Reply(changedMessage(changed), changed)
  })
}
