import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'
import { invalid, invalidJson } from '../errors.ts'
import { closeSlowBodies } from '../limits/slowBodyTimeout.ts'
import { METHODS } from '../nodeHttp.ts'

/** How requests are read and logged: JSON only, every method known to Node, one line a request. */
export function configureRequests(fastify: FastifyInstance, { TRUST_PROXY }: Pick<Env, 'TRUST_PROXY'>): void {
  // Known to the router only so that a known path can answer 405 to them.
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !fastify.supportedMethods.includes(method)) fastify.addHttpMethod(method)
  }

  const parse = fastify.getDefaultJsonParser('remove', 'remove')
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Browsers and scripts send the header with an empty body too, on DELETE and logout.
    if (body.length === 0) done(null, undefined)
    // Bytes that are no characters would be kept as others.
    else if (!isUtf8(body)) done(invalidJson())
    else void parse(request, body.toString(), done)
  })

  closeSlowBodies(fastify)
  // Here, because a missing right is told first.
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const { expect, host } = request.headers
    if (host === undefined && request.raw.httpVersion === '1.1')
      throw invalid({}, 'La petición no dice a quién va.')
    if (expect !== undefined && !/\b100-continue\b/i.test(expect)) {
      throw invalid({}, 'La petición espera algo que no se puede cumplir.')
    }
    done(null, payload)
  })

  logRequests(fastify)
  if (TRUST_PROXY === false) warnOfProxy(fastify)
}

function logRequests(fastify: FastifyInstance): void {
  for (const known of ['userId', 'admitted', 'stillAdmit', 'narrowed']) fastify.decorateRequest(known)
  fastify.addHook('onResponse', (request, reply, done) => {
    // Whoever watches asks every few seconds: what is well would fill the log.
    const { line } = request.routeOptions.config
    if (line === 'GET /api/vivo') return
    const isWell = line === 'GET /api/salud' && reply.statusCode === 200
    request.log[isWell ? 'debug' : 'info'](
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
        user: request.userId,
      },
      'request',
    )
    done()
  })
}

/** Behind a proxy that is not trusted all users share one address, and one lockout. */
function warnOfProxy(fastify: FastifyInstance): void {
  let warned = false
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!warned && request.headers['x-forwarded-for'] !== undefined) {
      warned = true
      request.log.warn(
        'X-Forwarded-For llegó, pero TRUST_PROXY es false: todos los usuarios del proxy comparten una dirección.',
      )
    }
    done()
  })
}
