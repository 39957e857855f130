import { isIP } from 'node:net'
import { newPassword, session } from '@flota/contract/session.ts'
import type { FastifyRequest } from 'fastify'
import { type Database, one, sql } from '../db/sql.ts'
import { invalid, wrongCredentials } from '../http/errors.ts'
import { type App, serve } from '../http/serve.ts'
import { hashPassword, passwordProblem, verifyPassword } from '../passwords.ts'
import { tryPassword } from './lockout.ts'
import { changePassword, closeSession, findCredentials, openSession } from './queries.ts'

/** Who is trying: all spellings of a name are one name, also for the count of failed tries. */
const guessOf = (username: string, request: FastifyRequest) => ({
  username,
  // What a proxy passes on may be no address: its own is one.
  address: isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? ''),
})

/** That a password is a common one, only the server can tell; it is told with the other wrong fields. */
const ownPassword = {
  ...session.password,
  body: session.password.body.extend({
    nueva: newPassword().refine((nueva) => passwordProblem(nueva) === undefined, {
      error: ({ input }) => passwordProblem(String(input)),
    }),
  }),
}

export function sessionRoutes(app: App, db: Database): void {
  serve(app, session.login, async ({ body, request }) => {
    const { clave, user } = await findCredentials(db, body.username)
    const isRight = async () =>
      (await verifyPassword(user?.password_hash, body.password)) && user?.estado === 'activo'
    const opened = await tryPassword(
      db,
      guessOf(clave, request),
      isRight,
      async (pardon) => user && openSession(db, user, pardon),
    )
    if (!opened) throw wrongCredentials()
    const { token, session: own } = opened
    return { token, user: own.user, permissions: own.permissions }
  })

  serve(app, session.logout, async ({ session: own }) => {
    await closeSession(db, own)
    return null
  })

  serve(app, session.verify, ({ session: own }) => ({ user: own.user, permissions: own.permissions }))

  serve(app, ownPassword, async ({ body, session: own, request }) => {
    const { clave, user } = await findCredentials(db, own.user.username)
    const matches = await tryPassword(
      db,
      guessOf(clave, request),
      () => verifyPassword(user?.password_hash, body.actual),
      (pardon) => one(db, sql`with ${pardon} nada as (select) select true`),
    )
    if (!matches || !user) throw invalid({ actual: 'La contraseña actual no es correcta.' })
    const hash = await hashPassword(body.nueva)
    await db.transaction((tx) => changePassword(tx, user, hash, own))
    return null
  })
}
