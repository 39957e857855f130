import { todayIn } from '@flota/contract/dias.ts'
import { rutas } from '@flota/contract/rutas.ts'
import type { Now } from '../clock.ts'
import type { Database } from '../db/sql.ts'
import type { Env } from '../env.ts'
import { type App, serve } from '../http/serve.ts'
import { findOwnRecientes, findRecientes } from './recientes.ts'

interface Today {
  env: Pick<Env, 'TZ_EMPRESA'>
  now: Now
}

export function recientesRoutes(app: App, db: Database, { env, now }: Today): void {
  serve(app, rutas.recientes, async ({ query: { dias }, session }) => {
    const hoy = todayIn(env.TZ_EMPRESA, now())
    const rutasPorFecha =
      session.rol_nombre === 'piloto'
        ? await findOwnRecientes(db, session.user.piloto_id, { hoy, dias })
        : await findRecientes(db, { hoy, dias })
    return { hoy, rutasPorFecha }
  })
}
