import {
  type Entrega,
  type EntregaValues,
  entregas,
  type Tiempos,
  type TiemposChanges,
} from '@flota/contract/entregas.ts'
import type { HechoValues } from '@flota/contract/hecho.ts'
import { ownScope, type Scope } from '../../domain/trips/findRuta.ts'
import { upsertByParent } from '../../platform/db/records.ts'
import { type Db, sql } from '../../platform/db/sql.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { lockRuta } from './lockRuta.ts'
import { entregaOf, findEntregas, findTiempos, tiemposOf } from './parts.ts'

export function entregasRoutes(app: App): void {
  serve(app, entregas.entrega, ({ params, body, session, db: writer }) =>
    writer.transaction((tx) => upsertEntrega(tx, params.id, body, session.user.id)),
  )
  serve(app, entregas.entregaDeRuta, ({ params, body, session, db: writer }) =>
    writer.transaction((tx) => upsertEntrega(tx, params.id, body, session.user.id, ownScope(session))),
  )
  serve(app, entregas.tiempos, ({ params, body, db: writer }) =>
    writer.transaction((tx) => upsertTiempos(tx, params.id, body)),
  )
  serve(app, entregas.tiemposDeRuta, ({ params, body, session, db: writer }) =>
    writer.transaction((tx) => upsertTiempos(tx, params.id, body, ownScope(session))),
  )
}

/** All of it is replaced, with the hours of who writes it now. */
async function upsertEntrega(
  tx: Db,
  id: number,
  { version, hora_dispositivo = null, desfase_s = 0, ...said }: EntregaValues & Partial<HechoValues>,
  usuario_id: number,
  scope: Scope = {},
): Promise<Entrega> {
  await lockRuta(tx, id, scope)
  const hecho = sql`from hora_del_hecho(${hora_dispositivo}, ${desfase_s})`
  const columns = {
    ...said,
    usuario_id,
    hora_dispositivo,
    hecho_en: sql`(select hecho_en ${hecho})`,
    dudosa: sql`(select dudosa ${hecho})`,
  }
  await upsertByParent(tx, 'rutas', 'entregas', ['ruta_id', id], columns, version)
  return entregaOf(await findEntregas(tx, [id]), id)
}

/** Only what is sent is set. */
async function upsertTiempos(
  tx: Db,
  id: number,
  { version, ...said }: TiemposChanges,
  scope: Scope = {},
): Promise<Tiempos> {
  await lockRuta(tx, id, scope)
  const columns = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  await upsertByParent(tx, 'rutas', 'tiempos', ['ruta_id', id], columns, version)
  return tiemposOf(await findTiempos(tx, [id]), id)
}
