import { type Sesion, sesiones } from '@flota/contract/account/sesiones.ts'
import type { Sql } from 'sql-template-tag'
import { type Author, type Database, type Db, many, run, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import { authorOf, type Session } from '../../platform/http/authentication.ts'
import { type App, Reply, serve } from '../../platform/http/serve.ts'
import { auditSql, closeSession, isLive } from './queries.ts'

const findSessions = (db: Db, { user, tokenHash }: Session) =>
  many<Sesion>(
    db,
    sql`select s.id, s.creada_en, s.usada_en, s.direccion, s.navegador, s.token_hash = ${tokenHash} as actual
      from sesiones s join usuarios u on u.id = s.usuario_id
      where s.usuario_id = ${user.id} and ${isLive} order by s.usada_en desc, s.id desc limit 100`,
  )

/** Deletes and logs the user's sessions for which `condition` holds. @returns their number */
const closeSessions = (db: Db, { user }: Session, condition: Sql, author: Author) =>
  run(
    db,
    sql`with fin as (
        delete from sesiones s using usuarios u
        where u.id = s.usuario_id and s.usuario_id = ${user.id} and ${condition} and ${isLive} returning 1)
      ${auditSql(author, sql`'salir'`, sql`from fin`)}`,
  )

const closedMessage = (count: number) =>
  count === 1 ? 'Se cerró 1 sesión.' : `Se cerraron ${count} sesiones.`

export function ownSessionsRoutes(app: App, db: Database): void {
  serve(app, sesiones.list, ({ session }) => findSessions(db, session))

  serve(app, sesiones.close, async ({ params, session, request, db: writer }) => {
    const author = authorOf(request, session.user)
    // Not through `writer`, which revalidates the session before it commits.
    if (params.id === session.id) await closeSession(db, session, author)
    else {
      const closed = await writer.transaction((tx) =>
        closeSessions(tx, session, sql`s.id = ${params.id}`, author),
      )
      if (closed === 0) throw notFound('Sesión no encontrada')
    }
    return null
  })

  serve(app, sesiones.closeOthers, async ({ session, request, db: writer }) => {
    const others = sql`s.token_hash <> ${session.tokenHash}`
    const closed = await writer.transaction((tx) =>
      closeSessions(tx, session, others, authorOf(request, session.user)),
    )
    return new Reply(closedMessage(closed), null)
  })
}
