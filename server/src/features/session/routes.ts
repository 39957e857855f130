import { newPassword, session } from '@flota/contract/account/session.ts'
import { clientAddress } from '../../platform/clientAddress.ts'
import type { Now } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { codigoRequired, invalid, wrongCodigo, wrongCredentials } from '../../platform/errors.ts'
import { authorOf, type Session } from '../../platform/http/authentication.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { runInHashQueue } from '../../platform/limits/hashQueue.ts'
import { hashPassword, passwordProblem, verifyPassword } from '../../platform/passwords.ts'
import { checkOwnPassword, createTryPassword, type TryPassword } from './lockout.ts'
import { ownSessionsRoutes } from './ownSessions.ts'
import { auditRejection, changePassword, closeSession, openSession } from './queries.ts'
import { consumeProof, findProof } from './segundoFactor/queries.ts'
import { segundoFactorRoutes } from './segundoFactor/routes.ts'

/** Adds the check for common passwords, whose list only the server has. */
const ownPassword = {
  ...session.password,
  body: session.password.body.extend({
    nueva: newPassword().refine((nueva) => passwordProblem(nueva) === undefined, {
      error: ({ input }) => passwordProblem(String(input)),
    }),
  }),
}

const sessionResponse = ({ user, permissions, permissions_dinero, mustAddSegundoFactor }: Session) => ({
  user,
  permissions,
  permissions_dinero,
  ...(mustAddSegundoFactor && { segundo_factor: 'pendiente' as const }),
})

export function sessionRoutes(app: App, db: Database, clock: { env: Env; now: Now }): void {
  const tryPassword = createTryPassword(db)

  serveLogin(app, db, tryPassword, clock.now)

  serve(app, session.logout, async ({ session: own, request }) => {
    await closeSession(db, own, authorOf(request, own.user))
    return null
  })

  serve(app, session.verify, ({ session: own }) => sessionResponse(own))

  servePassword(app, db, tryPassword)
  ownSessionsRoutes(app, db)
  segundoFactorRoutes(app, { db, tryPassword, ...clock })
}

function serveLogin(app: App, db: Database, tryPassword: TryPassword, now: Now): void {
  serve(app, session.login, async ({ body: { username, password, codigo }, request }) => {
    let error = wrongCredentials()
    const opened = await tryPassword(
      username,
      clientAddress(request),
      async (found) => {
        request.userId = found?.id
        const matches = await verifyPassword(found?.password_hash, password)
        return matches && found?.estado === 'activo'
      },
      async (user, also) => {
        const author = authorOf(request, user)
        const by = { also, author, navegador: navegadorOf(request.headers['user-agent']) }
        if (!user.segundo_factor) return openSession(db, user, by)
        if (codigo === null) throw codigoRequired()
        const proof = await findProof(db, user.id, codigo, now())
        return db.transaction(async (tx) => {
          if (proof && (await consumeProof(tx, user.id, proof))) return openSession(tx, user, by)
          error = wrongCodigo()
          return undefined
        })
      },
      (found) => auditRejection(authorOf(request, found)),
    )
    if (!opened) throw error
    const { token, session: own } = opened
    return { token, ...sessionResponse(own) }
  })
}

function servePassword(app: App, db: Database, tryPassword: TryPassword): void {
  serve(app, ownPassword, async (input) => {
    const { body, session: own, db: writer } = input
    const user = await checkOwnPassword(db, tryPassword, input, body.actual)
    if (body.nueva === body.actual) throw invalid({ nueva: 'Elige una contraseña distinta de la actual.' })
    const hash = await runInHashQueue(() => hashPassword(body.nueva))
    await writer.transaction((tx) => changePassword(tx, user, hash, own))
    return null
  })
}

/** In order: Edge, for example, also names Chrome. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\bWindows NT\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (agent: string, names: readonly [RegExp, string][]) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** Returns for example 'Chrome en Windows', or 'Otro' for an unknown user agent. */
export function navegadorOf(agent: string | undefined): string {
  const text = agent?.slice(0, 500) ?? ''
  const [browser, system] = [nameIn(text, browsers), nameIn(text, systems)]
  return browser && system ? `${browser} en ${system}` : 'Otro'
}
