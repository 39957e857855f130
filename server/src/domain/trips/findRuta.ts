import type { NewestQuery } from '@flota/contract/core/values.ts'
import { registros } from '@flota/contract/records/registros.ts'
import type { Historial, Ruta } from '@flota/contract/trips/rutas.ts'
import type { Sql } from 'sql-template-tag'
import { type Db, empty, limitOffset, many, one, prepared, raw, scalar, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import type { Session } from '../../platform/http/authentication.ts'

/** Limits reads to the routes of one pilot; empty for the office. */
export interface Scope {
  chofer_id?: number | undefined
}

/** Returns the scope of a pilot's session. Routes of other pilots respond 404. */
export const ownScope = ({ user }: Session) => ({ chofer_id: user.piloto_id ?? 0 })

export const scopeOf = (session: Session): Scope => (session.rol_nombre === 'piloto' ? ownScope(session) : {})

export const scopeCondition = ({ chofer_id }: Scope, row = '') =>
  chofer_id === undefined ? empty : sql` and ${raw(row)}chofer_id = ${chofer_id}`

/** Returns a username, or a word in its place: pilots read no names of other users. */
export const visibleUsername = ({ rol_nombre, user }: Session, username: string): string =>
  rol_nombre === 'piloto' && username !== user.username ? 'Otro usuario' : username

export const rutaStatement = (id: number, scope: Scope) =>
  prepared(sql`select * from rutas_leer where id = ${id} and eliminado_en is null ${scopeCondition(scope)}`)

/** @throws {HttpError} 404 if the route does not exist, is in the bin or is outside the scope */
export async function findRuta(db: Db, id: number, scope: Scope = {}): Promise<Ruta> {
  const ruta = await one<Ruta>(db, rutaStatement(id, scope))
  if (!ruta) throw notFound(registros.rutas.notFound)
  return ruta
}

/** Returns the author of the route's newest row in the audit log. A save without changes writes no row. */
export const findModificadoPor = async (db: Db, id: number): Promise<string | null> =>
  (await scalar<string>(db, prepared(sql`select modificado_por from rutas_leer where id = ${id}`))) ?? null

/** Returns a page of a route's status changes, newest first. */
export async function findHistorial(db: Db, rutaId: number, { pagina, porPagina }: NewestQuery) {
  const page = sql`order by id desc ${limitOffset(porPagina, (pagina - 1) * porPagina)}`
  const ofRuta = sql`from rutas_historial where ruta_id = ${rutaId}`
  const rows = await findHistorialById(db, sql`select id ${ofRuta} ${page}`)
  return { rows, total: (await scalar<number>(db, prepared(sql`select count(*) ${ofRuta}`))) ?? 0 }
}

/** @param ids a statement that selects them */
export const findHistorialById = (db: Db, ids: Sql): Promise<Historial[]> =>
  many<Historial>(
    db,
    prepared(sql`select h.id, h.ruta_id, h.estado_anterior, h.estado_nuevo, h.comentario, u.username as usuario, h.fecha,
        h.hora_dispositivo, h.hecho_en, h.dudosa
      from rutas_historial h join usuarios u on u.id = h.usuario_id
      where h.id in (${ids}) order by h.id desc`),
  )
