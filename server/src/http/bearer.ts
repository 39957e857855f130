import { type Caller, can } from '@flota/contract/access.ts'
import type { CallAccess } from '@flota/contract/calls.ts'
import type { SessionUser } from '@flota/contract/session.ts'
import type { FastifyRequest } from 'fastify'
import { forbidden, noToken } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session or password is asked for: the log tells it, refused or not. */
    userId: number | undefined
  }
}

/** Who is calling, as the database has it at this very call. */
export interface Session extends Caller {
  user: SessionUser
  /** What the database knows the token by. */
  tokenHash: Buffer
}

/** Finds the session of a token. @throws {HttpError} 401 when it has none. */
export type FindSession = (token: string) => Promise<Session>

const bearerToken = (request: FastifyRequest): string => {
  const [scheme, token] = request.headers.authorization?.trim().split(/\s+/) ?? []
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw noToken()
  return token
}

/** The session, or undefined for a public call. @throws {HttpError} 401 without one, 403 where it may not call */
export async function admit(request: FastifyRequest, access: CallAccess, find: FindSession) {
  if (access === 'public') return undefined
  const session = await find(bearerToken(request))
  request.userId = session.user.id
  if (!can(session, access)) throw forbidden()
  return session
}
