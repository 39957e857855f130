import { todayIn } from '@flota/contract/core/dates.ts'
import { tablero } from '@flota/contract/trips/tablero.ts'
import { changedMessage } from '../../domain/trips/changedMessage.ts'
import type { CompanyClock } from '../../platform/clock.ts'
import { type App, Reply, serveWrite } from '../../platform/http/serve.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import { changeEstados, findSemana, findTablero } from './queries.ts'

export function tableroRoutes(app: App, { env, now }: CompanyClock): void {
  const companyTime = () => {
    const ahora = now()
    return { hoy: todayIn(env.TZ_EMPRESA, ahora), ahora }
  }
  serveRead(app, tablero.show, (db, { query }) => {
    const when = companyTime()
    return findTablero(db, query.fecha ?? when.hoy, when)
  })
  serveRead(app, tablero.semana, (db, { query }) => {
    const when = companyTime()
    return findSemana(db, query.fecha ?? when.hoy, when)
  })
  serveWrite(app, tablero.estado, async (tx, { body, session }) => {
    const changed = await changeEstados(tx, body, session.user.id)
    return new Reply(changedMessage(changed), changed)
  })
}
