import type { FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '../errors.ts'
import { onResponseClose } from './onResponseClose.ts'

interface ResponseLimits {
  maxPerSession: number
  maxTotal: number
  /** @throws {HttpError} 401 without a token */
  tokenOf: (request: FastifyRequest) => string
}

/** Limits responses that hold a resource open, such as a file, until the client has read them or disconnects. */
export function openResponseLimit({ maxPerSession, maxTotal, tokenOf }: ResponseLimits) {
  const openByToken = new Map<string, number>()
  let openTotal = 0
  const count = (token: string, by: 1 | -1) => {
    const open = (openByToken.get(token) ?? 0) + by
    if (open > 0) openByToken.set(token, open)
    else openByToken.delete(token)
  }
  return {
    /**
     * Counts the token's responses before the database authenticates it: a flood of them costs almost nothing.
     * @throws {HttpError} 503 when the token has too many open responses
     */
    begin: (request: FastifyRequest, { raw }: FastifyReply): void => {
      const token = tokenOf(request)
      if ((openByToken.get(token) ?? 0) >= maxPerSession) throw unavailable()
      count(token, 1)
      onResponseClose(raw, () => count(token, -1))
    },
    /** Counts all responses. Call it after authentication, so that rejected requests use up nothing. @throws {HttpError} 503 */
    open: ({ raw }: FastifyReply): void => {
      if (openTotal >= maxTotal) throw unavailable()
      openTotal += 1
      onResponseClose(raw, () => {
        openTotal -= 1
      })
    },
  }
}
