import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const contentPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "worker-src 'self'",
  // Popups and the bars of charts are placed and sized with style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  // A report's PDF is printed from a frame that nobody sees.
  'frame-src blob:',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** What every answer carries, pages and calls alike (docs/contract/general.md). */
export const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': contentPolicy,
  'X-Frame-Options': 'DENY',
}

/** An address may be written in many ways; the route that it led to is one. */
const routeUrl = (request: FastifyRequest) => request.routeOptions.url ?? request.url

export function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers({ ...commonHeaders, 'X-Request-Id': request.id })
  if (isApiUrl(routeUrl(request))) void reply.header('Cache-Control', 'no-store')
  if (isSharedAddress(routeUrl(request))) void reply.header('Vary', 'Accept')
}

export function addHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply)
    done()
  })
}

export const pathOf = (url: string) => url.split('?', 1)[0] ?? url

/** Calls have these addresses and no page has, but for a browser's visit to exactly /usuarios. */
export const isApiUrl = (url: string) => /^\/(api|usuarios|piloto)(\/|$)/.test(pathOf(url))

/** Addresses that answer a browser with a page and a program with data. */
const isSharedAddress = (url: string) => /^\/(usuarios|piloto|api\/docs)(\/|$)/.test(pathOf(url))
