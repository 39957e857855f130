import type { FastifyInstance, RouteOptions } from 'fastify'

/** A route whose body is left as it comes, for its handler to read from `request.raw`, whatever its Content-Type says. */
export function rawBodyRoute(fastify: FastifyInstance, options: RouteOptions): void {
  // Parsers belong to an instance: this one is the route's own.
  void fastify.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_request, _payload, done) => done(null))
    own.addHook('preParsing', async ({ raw }) => {
      // Fastify refuses one that is no type at all before any parser sees it.
      raw.headers['content-type'] = 'application/octet-stream'
    })
    own.route(options)
  })
}
