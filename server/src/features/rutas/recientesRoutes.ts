import { todayIn } from '@flota/contract/dates.ts'
import { rutas } from '@flota/contract/rutas.ts'
import type { Now } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { type App, envelope, serveRaw } from '../../platform/http/serve.ts'
import { type DiaDeRutas, findOwnRecientes, findRecientes } from './recientes.ts'

interface Clock {
  env: Pick<Env, 'TZ_EMPRESA'>
  now: Now
}

export function recientesRoutes(app: App, db: Database, { env, now }: Clock): void {
  serveRaw(app, rutas.recientes, async ({ query, session, reply }) => {
    const { dias, horas } = query
    const hoy = todayIn(env.TZ_EMPRESA, now())
    const rutasPorFecha =
      session.rol_nombre === 'piloto'
        ? await findOwnRecientes(db, session.user.piloto_id, { hoy, dias })
        : await findRecientes(db, { hoy, dias, horas })
    void reply.type('application/json; charset=utf-8')
    return serializeDays({ hoy, rutasPorFecha }, query)
  })
}

/** The days are parsed by their schema like every answer; the trips are inserted as the text PostgreSQL wrote. */
function serializeDays(
  { hoy, rutasPorFecha }: { hoy: string; rutasPorFecha: DiaDeRutas[] },
  query: unknown,
): string {
  const empty = rutasPorFecha.map((dia) => ({ ...dia, rutas: [] }))
  const around = JSON.stringify(envelope(rutas.recientes, { hoy, rutasPorFecha: empty }, query))
  // A text has its quotes escaped: these stand nowhere else.
  const [first = '', ...others] = around.split('"rutas":[]')
  return others.reduce((json, next, i) => `${json}"rutas":[${rutasPorFecha[i]?.rutas}]${next}`, first)
}
