import { registros } from '@flota/contract/records/registros.ts'
import { piloto } from '@flota/contract/trips/piloto.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import {
  maxPilotHistory,
  type PermittedRuta,
  type StatusChange,
  statusStatement,
  type VersionedRuta,
} from '../../domain/trips/changeStatus.ts'
import {
  findHistorial,
  findRuta,
  ownScope,
  rutaStatement,
  visibleUsername,
} from '../../domain/trips/findRuta.ts'
import { findRutas } from '../../domain/trips/findRutas.ts'
import type { Now } from '../../platform/clock.ts'
import type { Writer } from '../../platform/db/sql.ts'
import { conflict, notFound, staleRecord } from '../../platform/errors.ts'
import type { Session } from '../../platform/http/authentication.ts'
import type { App, Input } from '../../platform/http/serve.ts'
import { pilotScopes, servePolled } from '../../platform/http/servePolled.ts'
import { serveBatch, serveRead } from '../../platform/http/serveRead.ts'

export function pilotoRoutes(app: App, { now }: { now: Now }): void {
  const polled = {
    now,
    scopes: pilotScopes,
    // Each minute another trip may be late.
    key: ({ session, query }: Input<typeof piloto.misRutas>) => [
      session.user.id,
      query,
      query.retraso && Math.floor(now().getTime() / 60_000),
    ],
  }
  servePolled(app, piloto.misRutas, polled, async (db, { query: { retraso, ...query }, session }) => {
    const orden = query.orden ?? 'por hacer'
    return { result: await findRutas(db, { ...query, orden, lateAt: retraso && now() }, ownScope(session)) }
  })
  serveRead(app, piloto.historial, async (db, { params, query, session }) => {
    await findRuta(db, params.id, ownScope(session))
    const { rows, total } = await findHistorial(db, params.id, query)
    return { rows: rows.map((row) => ({ ...row, usuario: visibleUsername(session, row.usuario) })), total }
  })
  serveBatch(app, piloto.estado, (writer, { params, body, session }) =>
    changeOwnStatus(writer, params.id, body, session),
  )
}

async function changeOwnStatus(
  writer: Writer,
  id: number,
  body: StatusChange & Omit<VersionedRuta, 'id'>,
  session: Session,
): Promise<Ruta> {
  const { user, heardBefore } = session
  const rutas = [{ id, version: body.version }]
  const target = { rutas, ...ownScope(session), userId: user.id, heardBefore }
  const [[changed], [ruta]] = await writer.queries<[PermittedRuta, Ruta]>([
    statusStatement(target, body),
    // The same transaction still locks the route.
    rutaStatement(id, target),
  ])
  if (!ruta) throw notFound(registros.rutas.notFound)
  if (!changed) throw staleRecord()
  if (changed.si) return ruta
  if (changed.lleno) throw conflict(`Ya hiciste ${maxPilotHistory} cambios en esta ruta. Avisa a la oficina.`)
  throw conflict('No se puede reabrir: el cliente, el camión o el ayudante de esta ruta está en la papelera.')
}
