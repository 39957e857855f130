import { todayIn } from '@flota/contract/dias.ts'
import { documentos, documentoTipos } from '@flota/contract/documentos.ts'
import type { Now } from '../clock.ts'
import type { Database } from '../db/sql.ts'
import type { Env } from '../env.ts'
import { type App, serve } from '../http/serve.ts'
import { findDocumentos } from './list.ts'
import { findTipo, findTipos, insertTipo, removeTipo, updateTipo } from './tipos.ts'
import { findDocumento, insertDocumento, removeDocumento, renewDocumento, updateDocumento } from './write.ts'

interface Clock {
  env: Pick<Env, 'TZ_EMPRESA'>
  now: Now
}

export function documentosRoutes(app: App, db: Database, { env, now }: Clock): void {
  tiposRoutes(app, db)
  const hoy = () => todayIn(env.TZ_EMPRESA, now())

  serve(app, documentos.list, ({ query }) => findDocumentos(db, query, hoy()))
  serve(app, documentos.show, ({ params }) => findDocumento(db, params.id, hoy()))
  serve(app, documentos.create, ({ body, db: own }) =>
    own.transaction((tx) => insertDocumento(tx, body, hoy())),
  )
  serve(app, documentos.renew, ({ params, body, db: own }) =>
    own.transaction((tx) => renewDocumento(tx, params.id, body, hoy())),
  )
  serve(app, documentos.update, ({ params, body, db: own }) =>
    own.transaction((tx) => updateDocumento(tx, params.id, body, hoy())),
  )
  serve(app, documentos.remove, async ({ params, query, session, db: own }) => {
    await own.transaction((tx) => removeDocumento(tx, params.id, query.version, session.user.id))
    return null
  })
}

function tiposRoutes(app: App, db: Database): void {
  serve(app, documentoTipos.list, () => findTipos(db))
  serve(app, documentoTipos.show, ({ params }) => findTipo(db, params.id))
  serve(app, documentoTipos.create, ({ body, db: own }) => own.transaction((tx) => insertTipo(tx, body)))
  serve(app, documentoTipos.update, ({ params, body: { version, ...values }, db: own }) =>
    own.transaction((tx) => updateTipo(tx, params.id, values, version)),
  )
  serve(app, documentoTipos.remove, async ({ params, query, session, db: own }) => {
    await own.transaction((tx) => removeTipo(tx, params.id, query.version, session.user.id))
    return null
  })
}
