import { todayIn } from '@flota/contract/core/dates.ts'
import { type EstadoDeRuta, tablero } from '@flota/contract/trips/tablero.ts'
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

function changedMessage(changed: readonly EstadoDeRuta[]): string {
  const n = changed.filter(({ ok }) => ok).length
  if (n === 1 && changed.length === 1) return 'Se actualizó 1 de 1 ruta.'
  return `Se actualizaron ${n} de ${changed.length} rutas.`
}
