import {
  type Entrega,
  type EntregaValues,
  entregas,
  type Tiempos,
  type TiemposChanges,
} from '@flota/contract/entregas.ts'
import type { HechoValues } from '@flota/contract/hecho.ts'
import { ownScope, type Scope } from '../../domain/trips/findRuta.ts'
import { putRow } from '../../platform/db/records.ts'
import { type Db, sql } from '../../platform/db/sql.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { holdRuta } from './lockRuta.ts'
import { entregaOf, findEntregas, findTiempos, tiemposOf } from './parts.ts'

export function entregasRoutes(app: App): void {
  serve(app, entregas.entrega, ({ params, body, session, db: own }) =>
    own.transaction((tx) => putEntrega(tx, params.id, body, session.user.id)),
  )
  serve(app, entregas.entregaDeRuta, ({ params, body, session, db: own }) =>
    own.transaction((tx) => putEntrega(tx, params.id, body, session.user.id, ownScope(session))),
  )
  serve(app, entregas.tiempos, ({ params, body, db: own }) =>
    own.transaction((tx) => putTiempos(tx, params.id, body)),
  )
  serve(app, entregas.tiemposDeRuta, ({ params, body, session, db: own }) =>
    own.transaction((tx) => putTiempos(tx, params.id, body, ownScope(session))),
  )
}

/** All of it is replaced, with the hours of who writes it now. */
async function putEntrega(
  tx: Db,
  id: number,
  { version, hora_dispositivo = null, desfase_s = 0, ...said }: EntregaValues & Partial<HechoValues>,
  usuario_id: number,
  scope: Scope = {},
): Promise<Entrega> {
  await holdRuta(tx, id, scope)
  const hecho = sql`from hecho(${hora_dispositivo}, ${desfase_s})`
  const columns = {
    ...said,
    usuario_id,
    hora_dispositivo,
    hecho_en: sql`(select hecho_en ${hecho})`,
    dudosa: sql`(select dudosa ${hecho})`,
  }
  await putRow(tx, 'rutas', 'entregas', ['ruta_id', id], columns, version)
  return entregaOf(await findEntregas(tx, [id]), id)
}

/** Only what is sent is set. */
async function putTiempos(
  tx: Db,
  id: number,
  { version, ...said }: TiemposChanges,
  scope: Scope = {},
): Promise<Tiempos> {
  await holdRuta(tx, id, scope)
  const columns = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  await putRow(tx, 'rutas', 'tiempos', ['ruta_id', id], columns, version)
  return tiemposOf(await findTiempos(tx, [id]), id)
}
