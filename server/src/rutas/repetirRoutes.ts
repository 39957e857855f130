import { repetir } from '@flota/contract/repetir.ts'
import type { Database } from '../db/sql.ts'
import { type App, Said, serve } from '../http/serve.ts'
import { repeatRuta } from './repetir.ts'
import { findSugerencias } from './sugerencias.ts'

const message = (n: number) => (n === 1 ? 'Se creó 1 ruta.' : `Se crearon ${n} rutas.`)

export function repetirRoutes(app: App, db: Database): void {
  serve(app, repetir.sugerencias, ({ query }) => findSugerencias(db, query))
  serve(app, repetir.repeat, ({ params, body, session, db: own }) =>
    own.transaction(async (tx) => {
      const { rutas, avisos } = await repeatRuta(tx, params.id, body, session.user.id)
      return new Said(message(rutas.length), { rutas }, avisos)
    }),
  )
}
