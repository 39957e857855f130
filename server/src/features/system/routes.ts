import { groups } from '@flota/contract/endpoints.ts'
import { system } from '@flota/contract/system/system.ts'
import { companyToday, type Now } from '../../platform/clock.ts'
import { type Database, one, sql } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { unavailable } from '../../platform/errors.ts'
import { prefersHtml } from '../../platform/http/headers.ts'
import { type App, serve, serveRaw } from '../../platform/http/serve.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'
import { docsPage } from './docsPage.ts'
import { findPublicSettings, sendLogo } from './logo.ts'
import { openApi } from './openapi.ts'

interface SystemInfo {
  env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA'>
  version: string
  now: Now
  store: FileStore
  /** Called with the company's name whenever it was read. */
  onCompanyName: (nombre: string) => void
}

export function systemRoutes(app: App, db: Database, info: SystemInfo): void {
  const { env, version, now, store, onCompanyName } = info
  // Made once, at the first request: the document is long and needs no session.
  let docs: { json: Buffer; page: Buffer } | undefined
  const makeDocs = () => {
    const document = system.docs.data.parse(
      openApi(groups, { title: 'API de la oficina de transporte', version }),
    )
    return { json: Buffer.from(JSON.stringify(document)), page: Buffer.from(docsPage(document)) }
  }

  serve(app, system.vivo, () => ({}))
  serve(app, system.salud, async () => {
    const ready = await one<{ si: boolean }>(db, sql`select exists (select from usuarios) as si`)
    // The server creates the first administrador while it starts.
    if (!ready?.si) throw unavailable()
    return { estado: 'ok' as const, version }
  })
  serve(app, system.config, async () => {
    const { nombre, ...company } = await findPublicSettings(db, env)
    onCompanyName(nombre)
    return { empresa: nombre, zona: env.TZ_EMPRESA, hoy: companyToday({ env, now }), version, ...company }
  })
  serveRaw(app, system.logo, ({ params, reply }) => sendLogo(db, store, params.version, reply))
  serveRaw(app, system.docs, async ({ request, reply }) => {
    docs ??= makeDocs()
    return prefersHtml(request.headers.accept)
      ? reply.type('text/html; charset=utf-8').send(docs.page)
      : reply.type('application/json; charset=utf-8').send(docs.json)
  })
}
