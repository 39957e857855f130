import { registros } from '@flota/contract/registros.ts'
import type { Historial, Ruta } from '@flota/contract/rutas.ts'
import { type Db, empty, many, one, prepared, sql } from '../../platform/db/sql.ts'
import type { Session } from '../../platform/http/authentication.ts'
import { notFound } from '../../platform/http/errors.ts'

/** Whose routes may be read: everybody's, or only those of one pilot. */
export interface Scope {
  chofer_id?: number
}

/** Only a pilot's own routes; others answer as if they did not exist. */
export const ownScope = ({ user }: Session) => ({ chofer_id: user.piloto_id ?? 0 })
export const scopeOf = (session: Session): Scope => (session.rol_nombre === 'piloto' ? ownScope(session) : {})

export const rutaStatement = (id: number, { chofer_id }: Scope) =>
  prepared(sql`select * from rutas_leer where id = ${id} and eliminado_en is null
    ${chofer_id === undefined ? empty : sql`and chofer_id = ${chofer_id}`}`)

/** @throws {HttpError} 404 when it does not exist, is in the bin or is another pilot's */
export async function findRuta(db: Db, id: number, scope: Scope = {}): Promise<Ruta> {
  const ruta = await one<Ruta>(db, rutaStatement(id, scope))
  if (!ruta) throw notFound(registros.rutas.notFound)
  return ruta
}

/** Who wrote its newest row in the log; a save that changes nothing leaves none. */
export const findModificadoPor = async (db: Db, id: number): Promise<string | null> =>
  (
    await one<Pick<Ruta, 'modificado_por'>>(
      db,
      prepared(sql`select modificado_por from rutas_leer where id = ${id}`),
    )
  )?.modificado_por ?? null

/** Every change of a route's state, newest first. */
export const findHistorial = (db: Db, rutaId: number): Promise<Historial[]> =>
  many<Historial>(
    db,
    prepared(sql`select h.id, h.ruta_id, h.estado_anterior, h.estado_nuevo, h.comentario, u.username as usuario, h.fecha,
        h.hora_dispositivo, h.hecho_en, h.dudosa
      from rutas_historial h join usuarios u on u.id = h.usuario_id
      where h.ruta_id = ${rutaId} order by h.id desc`),
  )
