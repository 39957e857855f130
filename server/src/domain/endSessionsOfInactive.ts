import { type Db, run, sql } from '../platform/db/sql.ts'

/**
 * Ends the sessions of a deactivated or deleted user for good, also after a reactivation. The rows stay for 30 days: the
 * phone of such a session learns from them that its user is inactive. Call it after the statement that changes the user,
 * so that it sees sessions opened before that.
 */
export const endSessionsOfInactive = (db: Db, usuarioId: number) =>
  run(
    db,
    sql`update sesiones set creada_en = '-infinity', usada_en = now(), direccion = null
      where usuario_id = ${usuarioId} and creada_en > '-infinity'`,
  )
