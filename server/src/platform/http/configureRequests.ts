import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Env } from '../env.ts'
import { invalid, invalidJson } from '../errors.ts'
import { closeSlowBodies } from '../limits/slowBodyTimeout.ts'
import { METHODS } from '../nodeHttp.ts'

/** Accepts JSON bodies and all of Node's methods, and logs one line per request. */
export function configureRequests(fastify: FastifyInstance, { TRUST_PROXY }: Pick<Env, 'TRUST_PROXY'>): void {
  // Only so that a known path can answer 405 to them.
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !fastify.supportedMethods.includes(method)) fastify.addHttpMethod(method)
  }

  const parse = fastify.getDefaultJsonParser('remove', 'remove')
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Browsers and scripts send the header with an empty body too, on DELETE and logout.
    if (body.length === 0) done(null, undefined)
    // toString would replace invalid bytes silently.
    else if (!isUtf8(body)) done(invalidJson())
    else void parse(request, body.toString(), done)
  })

  closeSlowBodies(fastify)
  // Not earlier: a missing permission is reported first.
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const { expect, host } = request.headers
    if (host === undefined && request.raw.httpVersion === '1.1')
      throw invalid({}, 'La petición no dice a quién va.')
    // `headers` has only the first one; a proxy may use the last.
    if (request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length > 1)
      throw invalid({}, 'La petición dice a quién va más de una vez.')
    if (expect !== undefined && !/\b100-continue\b/i.test(expect)) {
      throw invalid({}, 'La petición espera algo que no se puede cumplir.')
    }
    done(null, payload)
  })

  logRequests(fastify)
  if (TRUST_PROXY === false) warnAboutProxy(fastify)
}

/** Adds a route whose handler reads the body from `request.raw`, whatever its Content-Type. */
export function rawBodyRoute(fastify: FastifyInstance, options: RouteOptions): void {
  // Fastify's parsers belong to an instance, so the route gets its own.
  void fastify.register(async (instance) => {
    instance.removeAllContentTypeParsers()
    instance.addContentTypeParser('*', (_request, _payload, done) => done(null))
    instance.addHook('preParsing', async ({ raw }) => {
      // Fastify would reject a malformed type before any parser runs.
      raw.headers['content-type'] = 'application/octet-stream'
    })
    instance.route(options)
  })
}

function logRequests(fastify: FastifyInstance): void {
  for (const name of ['userId', 'authenticated', 'revalidate', 'requiredAccess', 'endTurn', 'isHandled'])
    fastify.decorateRequest(name)
  fastify.addHook('onResponse', (request, reply, done) => {
    // Monitors send these every few seconds: successes would fill the log.
    const { line } = request.routeOptions.config
    if (line === 'GET /api/vivo') return
    const isHealthy = line === 'GET /api/salud' && reply.statusCode === 200
    request.log[isHealthy ? 'debug' : 'info'](
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

/** Warns once: all users behind an untrusted proxy share one address and one lockout. */
function warnAboutProxy(fastify: FastifyInstance): void {
  let hasWarned = false
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true
      request.log.warn(
        'X-Forwarded-For llegó, pero TRUST_PROXY es false: todos los usuarios del proxy comparten una dirección.',
      )
    }
    done()
  })
}
