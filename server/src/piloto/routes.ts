import { piloto } from '@flota/contract/piloto.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { Database, Db } from '../db/sql.ts'
import type { Session } from '../http/bearer.ts'
import { conflict, notFound, staleVersion } from '../http/errors.ts'
import { type App, serve } from '../http/serve.ts'
import { changeStatus, type StatusChange } from '../viajes/changeStatus.ts'
import { findHistorial, findRuta, findWritten, ownScope } from '../viajes/findRuta.ts'
import { findRutas } from '../viajes/findRutas.ts'

export function pilotoRoutes(app: App, db: Database): void {
  serve(app, piloto.misRutas, ({ query, session }) =>
    findRutas(db, { ...query, orden: query.orden ?? 'por hacer' }, ownScope(session)),
  )
  serve(app, piloto.historial, async ({ params, session }) => {
    await findRuta(db, params.id, ownScope(session))
    return findHistorial(db, params.id)
  })
  serve(app, piloto.estado, ({ params, body, session, db: own }) =>
    own.transaction((tx) => change(tx, params.id, body, session)),
  )
}

async function change(db: Db, id: number, body: StatusChange, session: Session): Promise<Ruta> {
  const who = { id, ...ownScope(session), userId: session.user.id }
  const outcome = await changeStatus(db, who, body)
  if (outcome === 'done') return findWritten(db, id)
  if (outcome === 'unknown') throw notFound(sentences.unknownRuta)
  if (outcome === 'stale') throw staleVersion()
  throw conflict('No se puede reabrir: el cliente, el camión o el ayudante de esta ruta está en la papelera.')
}
