import { groups } from '@flota/contract/endpoints.ts'
import { system } from '@flota/contract/system.ts'
import { dateIn, type Now } from '../clock.ts'
import { type Database, one, sql } from '../db/sql.ts'
import type { Env } from '../env.ts'
import { openApi } from '../http/openapi.ts'
import { type App, serve } from '../http/serve.ts'

interface About {
  env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA'>
  version: string
  now: Now
}

/** What needs no token: is it alive, whose is it, what can be called. */
export function systemRoutes(app: App, db: Database, { env, version, now }: About): void {
  const document = openApi(groups, { title: 'API de la oficina de transporte', version })

  serve(app, system.salud, async () => {
    await one(db, sql`select 1`)
    return { estado: 'ok' as const, version }
  })
  serve(app, system.config, () => ({
    empresa: env.EMPRESA_NOMBRE,
    zona: env.TZ_EMPRESA,
    hoy: dateIn(env.TZ_EMPRESA, now()),
    version,
  }))
  serve(app, system.docs, () => document)
}
