import { newPassword, session } from '@flota/contract/session.ts'
import { type Database, run, sql } from '../db/sql.ts'
import { addressOf } from '../http/addressOf.ts'
import { authorOf, type Session } from '../http/bearer.ts'
import { invalid, wrongCredentials } from '../http/errors.ts'
import { passwordTurn } from '../http/passwordTurn.ts'
import { type App, serve } from '../http/serve.ts'
import { hashPassword, passwordProblem, verifyPassword } from '../passwords.ts'
import { lockout } from './lockout.ts'
import { navegadorOf } from './navegador.ts'
import { ownSessionsRoutes } from './ownSessions.ts'
import { changePassword, closeSession, openSession, rejection } from './queries.ts'

/** That a password is a common one, only the server can tell; it is told with the other wrong fields. */
const ownPassword = {
  ...session.password,
  body: session.password.body.extend({
    nueva: newPassword().refine((nueva) => passwordProblem(nueva) === undefined, {
      error: ({ input }) => passwordProblem(String(input)),
    }),
  }),
}

/** What its owner is told of a session. */
const told = ({ user, permissions, permissions_dinero }: Session) => ({
  user,
  permissions,
  permissions_dinero,
})

export function sessionRoutes(app: App, db: Database): void {
  const tryPassword = lockout(db)

  serve(app, session.login, async ({ body, request }) => {
    const opened = await tryPassword(
      body.username,
      addressOf(request),
      async (found) => {
        request.userId = found?.id
        const matches = await verifyPassword(found?.password_hash, body.password)
        return matches && found?.estado === 'activo'
      },
      (user, also) => {
        const author = authorOf(request, user)
        return openSession(db, user, { also, author, navegador: navegadorOf(request.headers['user-agent']) })
      },
      (found) => rejection(authorOf(request, found)),
    )
    if (!opened) throw wrongCredentials()
    const { token, session: own } = opened
    return { token, ...told(own) }
  })

  serve(app, session.logout, async ({ session: own, request }) => {
    await closeSession(db, own, authorOf(request, own.user))
    return null
  })

  serve(app, session.verify, ({ session: own }) => told(own))

  servePassword(app, db, tryPassword)
  ownSessionsRoutes(app, db)
}

function servePassword(app: App, db: Database, tryPassword: ReturnType<typeof lockout>): void {
  serve(app, ownPassword, async ({ body, session: own, db: writer, request }) => {
    const user = await tryPassword(
      own.user.username,
      addressOf(request),
      (found) => verifyPassword(found?.password_hash, body.actual),
      async (found, pardon) => {
        await run(db, sql`with ${pardon} nada as (select) select`)
        return found
      },
    )
    if (!user) throw invalid({ actual: 'La contraseña actual no es correcta.' })
    if (body.nueva === body.actual) throw invalid({ nueva: 'Elige una contraseña distinta de la actual.' })
    const hash = await passwordTurn(() => hashPassword(body.nueva))
    await writer.transaction((tx) => changePassword(tx, user, hash, own))
    return null
  })
}
