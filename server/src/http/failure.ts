import type { FastifyReply, FastifyRequest } from 'fastify'
import { translate } from './translate.ts'

/** Answers a failure in the contract's envelope; what the caller can't be told stands in the log by its id. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, message, detail } = translate(error, request.routeOptions.bodyLimit)
  if (status === 500) request.log.error({ err: error }, 'unexpected')
  else if (status === 503) request.log.warn({ err: error }, 'unavailable')
  if (detail.retryAfter !== undefined) void reply.header('Retry-After', detail.retryAfter)
  return reply.code(status).send({
    success: false,
    message,
    ...(detail.data !== undefined && { data: detail.data }),
    error: {
      code,
      ...(detail.campos && { campos: detail.campos }),
      ...(status === 500 && { id: request.id }),
    },
  })
}
