import { piloto } from '@flota/contract/piloto.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import type { FastifyRequest } from 'fastify'
import type { Database, Db } from '../db/sql.ts'
import type { Session } from '../http/bearer.ts'
import { conflict, invalid, staleVersion } from '../http/errors.ts'
import { type App, serve } from '../http/serve.ts'
import { changeStatus, type StatusChange } from '../viajes/changeStatus.ts'
import { findHistorial, findRuta, findWritten, ownScope } from '../viajes/findRuta.ts'
import { findRutas } from '../viajes/findRutas.ts'
import { once } from './idempotency.ts'

export function pilotoRoutes(app: App, db: Database): void {
  serve(app, piloto.misRutas, ({ query, session }) =>
    findRutas(db, { ...query, orden: query.orden ?? 'por hacer' }, ownScope(session)),
  )
  serve(app, piloto.historial, async ({ params, session }) => {
    await findRuta(db, params.id, ownScope(session))
    return findHistorial(db, params.id)
  })
  serve(app, piloto.estado, async ({ params: { id }, body, session, request }) => {
    const clave = idempotencyKey(request)
    if (clave === undefined) return change(db, id, body, session)
    // A version that is null is as if it were not there: the same request.
    const asked = { ...body, version: body.version ?? null }
    const key = { userId: session.user.id, rutaId: id, clave, body: asked }
    return db.transaction((tx) => once(tx, key, () => change(tx, id, body, session)))
  })
}

/** Node reads headers byte by byte; people write them in UTF-8. */
function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = Buffer.from(headers['idempotency-key']?.toString().trim() ?? '', 'latin1').toString()
  if ([...key].length > 200) throw invalid({ 'Idempotency-Key': 'Máximo 200 caracteres.' })
  return key || undefined
}

async function change(db: Db, id: number, body: StatusChange, session: Session): Promise<Ruta> {
  const who = { id, choferId: ownScope(session).chofer_id, userId: session.user.id }
  const outcome = await changeStatus(db, who, body)
  if (outcome === 'done') return findWritten(db, id)
  await findRuta(db, id, ownScope(session))
  if (outcome === 'stale') throw staleVersion()
  throw conflict('No se puede reabrir: el cliente, el camión o el ayudante de esta ruta está en la papelera.')
}
