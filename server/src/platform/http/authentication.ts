import { type Access, type Caller, can } from '@flota/contract/access.ts'
import type { ContractLine } from '@flota/contract/calls.ts'
import type { Endpoint } from '@flota/contract/endpoint.ts'
import type { SessionUser } from '@flota/contract/session.ts'
import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { clientAddress } from '../clientAddress.ts'
import { type Author, type Db, one, prepared, sql, type Writer } from '../db/sql.ts'
import { forbidden, noToken, segundoFactorRequired } from '../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What was found of its caller, and until when that holds (of performance.now()). */
    authenticated: { session: Session; until: number } | undefined
    /** Asks again whether its caller may go on. @throws {HttpError} 401 or 403 */
    revalidate: (() => Promise<void>) | undefined
    /** What its handler has found to be needed for it. */
    requiredAccess: Access | undefined
    /** Whose session or password is asked for: the log tells it, refused or not. */
    userId: number | undefined
  }
}

/** Who is calling, as the database has it at this very call. */
export interface Session extends Required<Caller> {
  user: SessionUser
  /** The number of the session among all. */
  id: number
  /** What the database knows the token by. */
  tokenHash: Buffer
  /** It came with a program's token, which `id` is the number of. */
  isApiToken: boolean
  /** The company demands a second factor of its user, who has none yet. */
  mustAddSegundoFactor: boolean
  /** Its user's row as it was read: every change of the user makes another. */
  userRowVersion: string
}

/**
 * Finds the session of a token, as `tx` sees it where it is given. `isNew`: a call begins with it.
 * @throws {HttpError} 401 when it has none, 429 where a program calls too often
 */
export type FindSession = (token: string, tx?: Db, isNew?: boolean) => Promise<Session>

/** With a program's token only this of the account's own calls. */
const isSessionOnlyLine = (line: string) => / \/api\/auth\//.test(line) && line !== 'GET /api/auth/verify'

/** All that who owes a second factor may call: to get it, or to leave. */
const linesWithoutSegundoFactor = new Set<ContractLine>([
  'GET /api/auth/verify',
  'POST /api/auth/logout',
  'GET /api/auth/segundo-factor',
  'POST /api/auth/segundo-factor',
  'PUT /api/auth/segundo-factor',
  'DELETE /api/auth/segundo-factor',
])

/** The session that was read is trusted for this many ms: after a longer wait the right may be gone. */
const sessionTrustMs = 100

/** @throws {HttpError} 401 without one */
export const bearerToken = (request: FastifyRequest): string => {
  const [scheme, token] = request.headers.authorization?.trim().split(/\s+/) ?? []
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw noToken()
  return token
}

/** Whether this transaction wrote its caller: who takes a right from himself still ends what he began (quirks.md). */
const isOwnWrite = async (tx: Db, { user }: Session): Promise<boolean> => {
  const written = sql`select from usuarios where id = ${user.id} and xmin = pg_current_xact_id_if_assigned()::xid`
  return (await one(tx, written)) !== undefined
}

/** What the log knows of a call. */
export const authorOf = (
  request: FastifyRequest,
  user: Pick<SessionUser, 'id' | 'username'> | undefined,
  cambio: Author['cambio'] = 'editar',
): Author => ({
  usuario_id: user?.id ?? null,
  usuario: user?.username ?? null,
  direccion: clientAddress(request),
  peticion: request.id,
  cambio,
})

/** @throws {HttpError} 403 where a session of this kind may not make the call, whatever its user may */
function assertSessionKind(
  { isApiToken, mustAddSegundoFactor }: Session,
  line: ContractLine,
  tx: Db | undefined,
): void {
  if (isApiToken && isSessionOnlyLine(line)) throw forbidden()
  // What is being written may itself be what brings the demand: it goes on.
  if (mustAddSegundoFactor && !tx && !linesWithoutSegundoFactor.has(line)) throw segundoFactorRequired()
}

/** Who makes a call, and whether that may still be. */
export function createAuthentication(
  { line, access, accessBy, cambio }: Pick<Endpoint, 'line' | 'access' | 'accessBy' | 'cambio'>,
  find: FindSession,
) {
  const sessionOf = (request: FastifyRequest) => request.authenticated?.session

  /** @throws {HttpError} 401 without a session, 403 where it may not call */
  const authenticate = async (request: FastifyRequest, tx?: Db, hasBegun = false): Promise<void> => {
    if (access === 'public') return
    const before = sessionOf(request)
    const session = await find(bearerToken(request), tx, before === undefined)
    request.userId = session.user.id
    assertSessionKind(session, line, tx)
    // What has begun for one pilot's routes does not go on for another.
    const isSamePilot = !hasBegun || session.user.piloto_id === before?.user.piloto_id
    const needed = request.requiredAccess ?? accessBy?.(request, session) ?? access
    const stillMay = isSamePilot && can(session, needed)
    if (!stillMay && !(tx && (await isOwnWrite(tx, session)))) throw forbidden()
    request.authenticated = { session, until: performance.now() + sessionTrustMs }
  }
  /** Asks again after a wait, whatever was waited for. @throws {HttpError} as `admit` */
  const revalidate = async (request: FastifyRequest, tx?: Db, hasBegun = false): Promise<void> => {
    if (performance.now() > (request.authenticated?.until ?? Infinity))
      await authenticate(request, tx, hasBegun)
  }
  /** The same of a call whose handler is at work. */
  const revalidateRunning = (request: FastifyRequest, tx?: Db) => revalidate(request, tx, true)

  /** From here on the call needs this. @throws {HttpError} 403 where its caller has not that */
  const requireAccess = (request: FastifyRequest, to: Access): void => {
    request.requiredAccess = to
    const session = sessionOf(request)
    if (!session || !can(session, to)) throw forbidden()
  }

  const writerFor = (request: FastifyRequest, db: Db): Writer =>
    checkedWriter(db, sessionOf(request), authorOf(request, sessionOf(request)?.user, cambio), (tx) =>
      tx ? revalidateRunning(request, tx) : authenticate(request, tx, true),
    )
  return {
    admit: authenticate,
    admitAgain: revalidate,
    stillAdmit: revalidateRunning,
    narrow: requireAccess,
    sessionOf,
    writerFor,
  }
}

const setAuthorStatement = (author: Author) =>
  prepared(sql`select set_config('flota.autor', ${JSON.stringify(author)}, true)`)
/** Fails with FL401 where the caller's session has ended or its user was written since it was read. */
const assertUnchangedStatement = ({ tokenHash, userRowVersion }: Session) =>
  prepared(sql`select exigir_sesion_vigente(${tokenHash}, ${userRowVersion}::xid)`)

/**
 * What is written through it is undone where its caller lost the right while a statement waited.
 * @param check of a transaction where there was a wait; without one at once
 */
function checkedWriter(
  db: Db,
  session: Session | undefined,
  author: Author,
  check: (tx?: Db) => Promise<void>,
): Writer {
  const transaction: Writer['transaction'] = (work) =>
    db.transaction((tx) => {
      const checked = async <T>(asking: Promise<T>): Promise<T> => {
        const answer = await asking
        await check(tx)
        return answer
      }
      const asked: Db = {
        query: (statement) => checked(tx.query(statement)),
        queries: (statements) => checked(tx.queries(statements)),
        transaction: (more) => more(asked),
      }
      return work(asked)
    }, author)
  return {
    transaction,
    async queries(statements) {
      if (!session) return transaction((tx) => tx.queries(statements))
      try {
        const rows = await db.queries<unknown[]>([
          setAuthorStatement(author),
          ...statements,
          assertUnchangedStatement(session),
        ])
        // The rows of the caller's own statements, as their type says.
        return rows.slice(1, -1) as never
      } catch (error) {
        if (!(error instanceof pg.DatabaseError && error.code === 'FL401')) throw error
        // All of it is undone: whoever still may does it again.
        await check()
        return transaction((tx) => tx.queries(statements))
      }
    },
  }
}
