import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '../errors.ts'
import { bearerToken } from '../http/authentication.ts'

/** Limits on answers that hold something open until they are read: for one session and for all together. */
interface ResponseLimits {
  maxPerSession: number
  maxTotal: number
}

/** Counts answers until they are read or their readers are gone. */
export function openResponseLimit({ maxPerSession, maxTotal }: ResponseLimits) {
  const openByToken = new Map<string, number>()
  let openTotal = 0
  const count = (token: string, by: 1 | -1) => {
    const own = (openByToken.get(token) ?? 0) + by
    if (own > 0) openByToken.set(token, own)
    else openByToken.delete(token)
  }
  return {
    /**
     * Before the database is asked whose the token is: one that asks by the thousand costs next to nothing.
     * @throws {HttpError} 503 where there are too many of this token, 401 without one
     */
    begin: (request: FastifyRequest, { raw }: FastifyReply): void => {
      const token = bearerToken(request)
      if ((openByToken.get(token) ?? 0) >= maxPerSession) throw unavailable()
      count(token, 1)
      finished(raw, () => count(token, -1))
    },
    /** Called only once the caller is admitted, so that others use up nothing. @throws {HttpError} 503 */
    open: ({ raw }: FastifyReply): void => {
      if (openTotal >= maxTotal) throw unavailable()
      openTotal += 1
      finished(raw, () => {
        openTotal -= 1
      })
    },
  }
}
