import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bearerToken } from '../http/authentication.ts'
import { unavailable } from '../http/errors.ts'

/** Limits on answers that hold something open until they are read: for one session and for all together. */
interface Most {
  ofSession: number
  ofAll: number
}

/** Counts answers until they are read or their readers are gone. */
export function answersAtOnce({ ofSession, ofAll }: Most) {
  const underWay = new Map<string, number>()
  let all = 0
  const count = (token: string, by: 1 | -1) => {
    const own = (underWay.get(token) ?? 0) + by
    if (own > 0) underWay.set(token, own)
    else underWay.delete(token)
  }
  return {
    /**
     * Before the database is asked whose the token is: one that asks by the thousand costs next to nothing.
     * @throws {HttpError} 503 where there are too many of this token, 401 without one
     */
    begin: (request: FastifyRequest, { raw }: FastifyReply): void => {
      const token = bearerToken(request)
      if ((underWay.get(token) ?? 0) >= ofSession) throw unavailable()
      count(token, 1)
      finished(raw, () => count(token, -1))
    },
    /** Called only once the caller is admitted, so that others use up nothing. @throws {HttpError} 503 */
    open: ({ raw }: FastifyReply): void => {
      if (all >= ofAll) throw unavailable()
      all += 1
      finished(raw, () => {
        all -= 1
      })
    },
  }
}
