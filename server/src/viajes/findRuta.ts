import type { Historial, Ruta } from '@flota/contract/rutas.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { type Db, empty, many, one, prepared, sql } from '../db/sql.ts'
import type { Session } from '../http/bearer.ts'
import { notFound } from '../http/errors.ts'

/** Whose routes may be read: everybody's, or only those of one pilot. */
export interface Scope {
  chofer_id?: number
}

/** A pilot's own: another's route is as if it did not exist. */
export const ownScope = ({ user }: Session) => ({ chofer_id: user.piloto_id ?? 0 })
export const scopeOf = (session: Session): Scope => (session.rol_nombre === 'piloto' ? ownScope(session) : {})

/** @throws {HttpError} 404 when it does not exist, is in the bin or is another pilot's */
export async function findRuta(db: Db, id: number, { chofer_id }: Scope = {}): Promise<Ruta> {
  const ruta = await one<Ruta>(
    db,
    prepared(sql`select * from rutas_leer where id = ${id} and eliminado_en is null
      ${chofer_id === undefined ? empty : sql`and chofer_id = ${chofer_id}`}`),
  )
  if (!ruta) throw notFound(sentences.unknownRuta)
  return ruta
}

/** The route that has just been written, even where somebody else deleted or gave it away meanwhile. */
export async function findWritten(db: Db, id: number): Promise<Ruta> {
  const ruta = await one<Ruta>(db, prepared(sql`select * from rutas_leer where id = ${id}`))
  if (!ruta) throw new Error(`route ${id} was written and is not there`)
  return ruta
}

/** Every change of a route's state, newest first. */
export const findHistorial = (db: Db, rutaId: number): Promise<Historial[]> =>
  many<Historial>(
    db,
    prepared(sql`select h.id, h.ruta_id, h.estado_anterior, h.estado_nuevo, h.comentario, u.username as usuario, h.fecha
      from rutas_historial h join usuarios u on u.id = h.usuario_id
      where h.ruta_id = ${rutaId} order by h.id desc`),
  )
