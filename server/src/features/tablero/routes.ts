import { todayIn } from '@flota/contract/core/dates.ts'
import { tablero } from '@flota/contract/trips/tablero.ts'
import { changedMessage } from '../../domain/trips/changedMessage.ts'
import type { CompanyClock } from '../../platform/clock.ts'
import { type App, Reply, serveWrite } from '../../platform/http/serve.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import { changeEstados, findTablero } from './queries.ts'

export function tableroRoutes(app: App, { env, now }: CompanyClock): void {
  serveRead(app, tablero.show, (db, { query }) => {
    const ahora = now()
    const hoy = todayIn(env.TZ_EMPRESA, ahora)
    return findTablero(db, query.fecha ?? hoy, { hoy, ahora })
  })
  serveWrite(app, tablero.estado, async (tx, { body, session }) => {
    const changed = await changeEstados(tx, body, session.user.id)
    return new Reply(changedMessage(changed), changed)
  })
}
