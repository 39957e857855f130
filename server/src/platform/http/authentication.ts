import { hash } from 'node:crypto'
import type { SessionUser } from '@flota/contract/account/session.ts'
import { type Access, type Caller, can } from '@flota/contract/core/access.ts'
import type { ContractLine } from '@flota/contract/core/calls.ts'
import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { clientAddress } from '../clientAddress.ts'
import { type Author, type Db, one, prepared, sql, type Writer } from '../db/sql.ts'
import { forbidden, noToken, segundoFactorRequired } from '../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session, and the time of performance.now() until which it is trusted. */
    authenticated: { session: Session; until: number } | undefined
    /** Authenticates again after a wait. @throws {HttpError} 401 or 403 */
    revalidate: (() => Promise<void>) | undefined
    /** Access that the handler requires, beyond the endpoint's. */
    requiredAccess: Access | undefined
    /** User id for the request log, also when authentication fails. */
    userId: number | undefined
  }
}

/** The request's session, read from the database for each request. */
export interface Session extends Required<Caller> {
  user: SessionUser
  /** Id of the session, or of the API token. */
  id: number
  tokenHash: Buffer
  isApiToken: boolean
  /** The company requires a second factor and the user has none yet. */
  mustAddSegundoFactor: boolean
  /** Moment of the last request before the session's latest pause of an hour; null without one. */
  heardBefore: string | null
  /** `xmin` of the user's row: it changes with every write of the user. */
  userRowVersion: string
}

/**
 * Finds the session of a token, in the transaction if there is one.
 * @param began what a new request does; undefined for one that is authenticated again
 * @throws {HttpError} 401 without a session, 429 when an API token sends too many requests or the caller has reached the
 * daily limit of writes
 */
export type FindSession = (token: string, tx?: Db, began?: 'read' | 'limited write') => Promise<Session>

/** Account endpoints that reject API tokens. */
const isSessionOnlyLine = (line: string) => / \/api\/auth\//.test(line) && line !== 'GET /api/auth/verify'

/** Endpoints for a user who must add a second factor: to add it, or to log out. */
const linesWithoutSegundoFactor = new Set<ContractLine>([
  'GET /api/auth/verify',
  'POST /api/auth/logout',
  'GET /api/auth/segundo-factor',
  'POST /api/auth/segundo-factor',
  'PUT /api/auth/segundo-factor',
  'DELETE /api/auth/segundo-factor',
])

/** Time for which a session is trusted: after a longer wait the user may have lost the permission. */
const sessionTrustMs = 100

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** @throws {HttpError} 401 without a token */
export const bearerToken = (request: FastifyRequest): string => {
  const [scheme, token] = request.headers.authorization?.trim().split(/\s+/) ?? []
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw noToken()
  return token
}

/** Whether this transaction wrote its own user: one who removes an own permission may finish (quirks.md). */
const isOwnWrite = async (tx: Db, { user }: Session): Promise<boolean> => {
  const statement = sql`select from usuarios where id = ${user.id} and xmin = pg_current_xact_id_if_assigned()::xid`
  return (await one(tx, statement)) !== undefined
}

export const authorOf = (
  request: FastifyRequest,
  user: Pick<SessionUser, 'id' | 'username'> | undefined,
  cambio: Author['cambio'] = 'editar',
): Author => ({
  usuario_id: user?.id ?? null,
  usuario: user?.username ?? null,
  token_id: null,
  direccion: clientAddress(request),
  peticion: request.id,
  cambio,
})

/** @throws {HttpError} 403 if the kind of session rules the endpoint out, whatever the user's permissions */
function assertSessionKind(
  { isApiToken, mustAddSegundoFactor }: Session,
  line: ContractLine,
  tx: Db | undefined,
): void {
  if (isApiToken && isSessionOnlyLine(line)) throw forbidden()
  // Inside a transaction: the request itself may have introduced the requirement.
  if (mustAddSegundoFactor && !tx && !linesWithoutSegundoFactor.has(line)) throw segundoFactorRequired()
}

const sessionOf = (request: FastifyRequest) => request.authenticated?.session

function writerAuthor(request: FastifyRequest, cambio: Author['cambio']): Author {
  const session = sessionOf(request)
  return { ...authorOf(request, session?.user, cambio), token_id: session?.isApiToken ? session.id : null }
}

/** Requires an access now and at each revalidation. @throws {HttpError} 403 */
const requireAccess = (request: FastifyRequest, requiredAccess: Access): void => {
  request.requiredAccess = requiredAccess
  const session = sessionOf(request)
  if (!session || !can(session, requiredAccess)) throw forbidden()
}

export function createAuthentication(
  {
    line,
    access,
    resolveAccess,
    logAction,
  }: Pick<Endpoint, 'line' | 'access' | 'resolveAccess' | 'logAction'>,
  find: FindSession,
  began: 'read' | 'limited write',
) {
  /** @throws {HttpError} 401 without a session, 403 without the permission */
  const authenticate = async (request: FastifyRequest, tx?: Db, isRunning = false): Promise<void> => {
    if (access === 'public') return
    const before = sessionOf(request)
    const session = await find(bearerToken(request), tx, before ? undefined : began)
    request.userId = session.user.id
    assertSessionKind(session, line, tx)
    // A request that began for one pilot's routes must not continue for another's.
    const isSamePilot = !isRunning || session.user.piloto_id === before?.user.piloto_id
    const requiredAccess = request.requiredAccess ?? resolveAccess?.(request, session) ?? access
    const isAllowed = isSamePilot && can(session, requiredAccess)
    if (!isAllowed && !(tx && (await isOwnWrite(tx, session)))) throw forbidden()
    request.authenticated = { session, until: performance.now() + sessionTrustMs }
  }
  /** Authenticates again once the session is no longer trusted. @throws {HttpError} as `authenticate` */
  const revalidate = async (request: FastifyRequest, tx?: Db, isRunning = false): Promise<void> => {
    if (performance.now() > (request.authenticated?.until ?? Infinity))
      await authenticate(request, tx, isRunning)
  }
  /** As `revalidate`, after the handler has begun. */
  const revalidateRunning = (request: FastifyRequest, tx?: Db) => revalidate(request, tx, true)

  const writerFor = (request: FastifyRequest, db: Db): Writer =>
    checkedWriter(db, sessionOf(request), writerAuthor(request, logAction), (tx) =>
      tx ? revalidateRunning(request, tx) : authenticate(request, tx, true),
    )
  return { authenticate, revalidate, revalidateRunning, requireAccess, sessionOf, writerFor }
}

const setAuthorStatement = (author: Author) =>
  prepared(sql`select set_config('flota.autor', ${JSON.stringify(author)}, true)`)
/** Counts the write. Fails with FL401 if the session has ended or its user was written since it was read. */
const lastStatement = ({ tokenHash, userRowVersion }: Session) =>
  prepared(sql`select exigir_sesion_vigente(${tokenHash}, ${userRowVersion}::xid), contar_cambio()`)

/** Returns a Db that revalidates after each statement, which may have waited. */
function revalidatingDb(tx: Db, check: (tx: Db) => Promise<void>): Db {
  const checked = async <T>(running: Promise<T>): Promise<T> => {
    const result = await running
    await check(tx)
    return result
  }
  const db: Db = {
    query: (statement) => checked(tx.query(statement)),
    queries: (statements) => checked(tx.queries(statements)),
    transaction: (nested) => nested(db),
  }
  return db
}

/**
 * Returns a Writer that rolls back if the user loses the permission while a statement waits.
 * @param check revalidates in the transaction, or at once without one
 */
function checkedWriter(
  db: Db,
  session: Session | undefined,
  author: Author,
  check: (tx?: Db) => Promise<void>,
): Writer {
  const transaction: Writer['transaction'] = (work) =>
    db.transaction((tx) => work(revalidatingDb(tx, check)), author)
  return {
    transaction,
    async queries(statements) {
      if (!session) return transaction((tx) => tx.queries(statements))
      try {
        const rows = await db.queries<unknown[]>([
          setAuthorStatement(author),
          ...statements,
          lastStatement(session),
        ])
        // Drops the results of our own first and last statement.
        return rows.slice(1, -1) as never
      } catch (error) {
        if (!(error instanceof pg.DatabaseError && error.code === 'FL401')) throw error
        // Rolled back. A user who still has the permission gets a second try.
        await check()
        return transaction((tx) => tx.queries(statements))
      }
    },
  }
}
