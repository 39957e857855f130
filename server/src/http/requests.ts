import { METHODS } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'
import { notFound, unknownAddress } from './errors.ts'
import { giveUpSlowBodies } from './slowBodies.ts'

/** How requests are read and logged: JSON only, every method known to Node, one line a request. */
export function configureRequests(fastify: FastifyInstance, { TRUST_PROXY }: Pick<Env, 'TRUST_PROXY'>): void {
  // Known to the router only so that a known path can answer 405 to them.
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !fastify.supportedMethods.includes(method)) fastify.addHttpMethod(method)
  }

  const parse = fastify.getDefaultJsonParser('remove', 'remove')
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Browsers and scripts send the header with an empty body too, on DELETE and logout.
    if (body.length === 0) done(null, undefined)
    else void parse(request, body.toString(), done)
  })

  giveUpSlowBodies(fastify)
  // An address of nothing takes nothing: its bodies are not read.
  fastify.addHook('preParsing', async (request) => {
    if (request.is404 && !['GET', 'HEAD'].includes(request.method)) throw notFound(unknownAddress)
  })

  fastify.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  if (TRUST_PROXY === false) warnOfProxy(fastify)
}

/** Behind a proxy that is not trusted all users share one address, and one lockout. */
function warnOfProxy(fastify: FastifyInstance): void {
  let warned = false
  fastify.addHook('onRequest', async (request) => {
    if (warned || request.headers['x-forwarded-for'] === undefined) return
    warned = true
    request.log.warn(
      'X-Forwarded-For llegó, pero TRUST_PROXY es false: todos los usuarios del proxy comparten una dirección.',
    )
  })
}
