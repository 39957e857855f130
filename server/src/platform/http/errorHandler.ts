import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError, incompleteRequest } from '../errors.ts'
import { translateError } from './translateError.ts'

/** Answers a failure in the contract's envelope; what the caller can't be told stands in the log by its id. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Who leaves while sending has failed, not we.
  const hasLeft = error === request.raw.errored
  const { status, code, message, detail } = hasLeft
    ? incompleteRequest()
    : translateError(error, request.routeOptions.bodyLimit)
  if (hasLeft) request.log.info('left while it sent')
  else if (status === 500) request.log.error({ err: error }, 'unexpected')
  // What we refuse ourselves, by the thousand where too much is asked at once, is a line of the log already.
  else if (status === 503 && !(error instanceof HttpError)) request.log.warn({ err: error }, 'unavailable')
  if (detail.retryAfter !== undefined) void reply.header('Retry-After', detail.retryAfter)
  return reply.code(status).send({
    success: false,
    message,
    ...(detail.data !== undefined && { data: detail.data }),
    error: {
      code,
      ...(detail.campos && { campos: detail.campos }),
      ...(detail.avisos && { avisos: detail.avisos }),
      ...(detail.filas && { filas: detail.filas }),
      ...(detail.registros && { registros: detail.registros }),
      ...(status === 500 && { id: request.id }),
    },
  })
}
