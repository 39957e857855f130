import { hash } from 'node:crypto'
import type { SessionUser } from '@flota/contract/account/session.ts'
import { type Access, type Caller, can } from '@flota/contract/core/access.ts'
import type { ContractLine } from '@flota/contract/core/calls.ts'
import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { clientAddress } from '../clientAddress.ts'
import { type Author, type Database, type Db, one, sql, type Writer } from '../db/sql.ts'
import { forbidden, noToken, segundoFactorRequired } from '../errors.ts'
import { checkedWriter } from './checkedWriter.ts'
import {
  type Authenticated,
  isProved,
  provingDb,
  runProved,
  type SessionKey,
  type SessionProofs,
  sessionTrustMs,
} from './sessionProof.ts'

declare module 'fastify' {
  interface FastifyRequest {
    authenticated: Authenticated<Session> | undefined
    /** Authenticates again after a wait. @throws {HttpError} 401 or 403 */
    revalidate: (() => Promise<void>) | undefined
    /** Access that the handler requires, beyond the endpoint's. */
    requiredAccess: Access | undefined
    /** User id for the request log, also when authentication fails. */
    userId: number | undefined
  }
}

/** The request's session. */
export interface Session extends Required<Caller>, SessionKey {
  user: SessionUser
  /** Id of the session, or of the API token. */
  id: number
  isApiToken: boolean
  /** The company requires a second factor and the user has none yet. */
  mustAddSegundoFactor: boolean
  /** Moment of the last request before the session's latest pause of an hour; null without one. */
  heardBefore: string | null
}

export interface SessionLookup extends SessionProofs {
  /**
   * Reads the session of a token, in the transaction if there is one.
   * @param began what a new request does; undefined for one that is authenticated again
   * @throws {HttpError} 401 without a session, 429 when an API token sends too many requests or the caller has reached
   * the daily limit of writes
   */
  find: (token: string, tx?: Db, began?: RequestEffect) => Promise<Session>
  /** Returns a session that was read in the last 30 s. It may have ended: see `proofOf`. */
  findRemembered: (token: string) => Session | undefined
}

export type RequestEffect = 'read' | 'limited write'

/** Account endpoints that reject API tokens. */
export const isSessionOnlyLine = (line: string) =>
  / \/api\/auth\//.test(line) && line !== 'GET /api/auth/verify'

/** Endpoints for a user who must add a second factor: to add it, or to log out. */
const linesWithoutSegundoFactor = new Set<ContractLine>([
  'GET /api/auth/verify',
  'POST /api/auth/logout',
  'GET /api/auth/segundo-factor',
  'POST /api/auth/segundo-factor',
  'PUT /api/auth/segundo-factor',
  'DELETE /api/auth/segundo-factor',
])

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

export const sessionOf = (request: FastifyRequest) => request.authenticated?.session

function writerAuthor(request: FastifyRequest, cambio: Author['cambio']): Author {
  const session = sessionOf(request)
  return { ...authorOf(request, session?.user, cambio), token_id: session?.isApiToken ? session.id : null }
}

/** Requires an access now and at each revalidation. @throws {HttpError} 403 */
export const requireAccess = (request: FastifyRequest, requiredAccess: Access): void => {
  request.requiredAccess = requiredAccess
  const session = sessionOf(request)
  if (!session || !can(session, requiredAccess)) throw forbidden()
}

type AuthenticatedEndpoint = Pick<Endpoint, 'line' | 'access' | 'resolveAccess' | 'logAction'>

function createAuthenticate(
  { line, access, resolveAccess }: AuthenticatedEndpoint,
  sessions: SessionLookup,
  began: RequestEffect,
) {
  const isAllowed = (request: FastifyRequest, session: Session): boolean =>
    access !== 'public' && can(session, request.requiredAccess ?? resolveAccess?.(request, session) ?? access)
  /** @throws {HttpError} 401 without a session, 403 without the permission */
  const authenticate = async (request: FastifyRequest, tx?: Db, isRunning = false): Promise<void> => {
    if (access === 'public') return
    const before = request.authenticated
    const isNew = !before || before.proof !== undefined
    const session = await sessions.find(bearerToken(request), tx, isNew ? began : undefined)
    request.userId = session.user.id
    assertSessionKind(session, line, tx)
    // A request that began for one pilot's routes must not continue for another's.
    const isSamePilot = !isRunning || session.user.piloto_id === before?.session.user.piloto_id
    const mayContinue = isSamePilot && isAllowed(request, session)
    if (!mayContinue && !(tx && (await isOwnWrite(tx, session)))) throw forbidden()
    request.authenticated = { session, until: performance.now() + sessionTrustMs }
  }
  /** As `authenticate`, but prefers a remembered session that has the permission. The handler's statements prove it. */
  const authenticateLater = async (request: FastifyRequest): Promise<void> => {
    const session = sessions.findRemembered(bearerToken(request))
    if (!session || !isAllowed(request, session)) return authenticate(request)
    request.userId = session.user.id
    request.authenticated = { session, until: Number.NEGATIVE_INFINITY, proof: 'pending' }
  }
  return { authenticate, authenticateLater }
}

/** @param mayRemember whether a request may begin with a remembered session */
export function createAuthentication(
  endpoint: AuthenticatedEndpoint,
  sessions: SessionLookup,
  began: RequestEffect,
  mayRemember: boolean,
) {
  const { authenticate, authenticateLater } = createAuthenticate(endpoint, sessions, began)
  /** Authenticates again once the session is no longer trusted. @throws {HttpError} as `authenticate` */
  const revalidate = async (request: FastifyRequest, tx?: Db, isRunning = false): Promise<void> => {
    if (performance.now() > (request.authenticated?.until ?? Infinity))
      await authenticate(request, tx, isRunning)
  }
  /** As `revalidate`, after the handler has begun. */
  const revalidateRunning = (request: FastifyRequest, tx?: Db) => revalidate(request, tx, true)

  const writerFor = (request: FastifyRequest, db: Database): Writer =>
    checkedWriter({
      db,
      request,
      author: writerAuthor(request, endpoint.logAction),
      sessions,
      isLimitedWrite: began === 'limited write',
      check: (tx) => (tx ? revalidateRunning(request, tx) : authenticate(request, tx, true)),
    })
  return {
    authenticate: async (request: FastifyRequest): Promise<void> => {
      request.revalidate = () => revalidateRunning(request)
      await (mayRemember ? authenticateLater(request) : authenticate(request))
    },
    /** Revalidates after the body; a remembered session is proved later. */
    revalidate: async (request: FastifyRequest): Promise<void> => {
      if (isProved(request.authenticated)) await revalidate(request)
    },
    revalidateRunning,
    runProved: <T>(request: FastifyRequest, run: () => Promise<T>) =>
      runProved(request, run, () => authenticate(request)),
    writerFor,
    readerFor: (request: FastifyRequest, db: Database): Db => provingDb(db, request.authenticated, sessions),
  }
}
