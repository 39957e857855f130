import { serverTimeHeader } from '@flota/contract/core/serverTime.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const contentPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "worker-src 'self'",
  // Popups and chart bars use style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  // A report's PDF is printed from a hidden frame.
  'frame-src blob:',
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of every response (docs/contract/general.md). */
export const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': contentPolicy,
  'X-Frame-Options': 'DENY',
}

/** The route's address: the request's may be encoded in many ways. */
const routeUrl = (request: FastifyRequest) => request.routeOptions.url ?? request.url

export function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  // Set again when the response is sent; an address that Fastify cannot parse gets no such hook.
  void reply.headers({ ...commonHeaders, 'X-Request-Id': request.id, [serverTimeHeader]: Date.now() })
  if (isApiUrl(routeUrl(request))) void reply.header('Cache-Control', 'no-store')
  if (isSharedAddress(routeUrl(request))) void reply.header('Vary', 'Accept')
}

export const pathOf = (url: string) => url.split('?', 1)[0] ?? url

/** Whether an address belongs to the API. Only /usuarios is also a page. */
export const isApiUrl = (url: string) => /^\/(api|usuarios|piloto)(\/|$)/.test(pathOf(url))

/** Addresses that return a page to browsers and data to programs. */
const isSharedAddress = (url: string) => /^\/(usuarios|piloto|api\/docs)(\/|$)/.test(pathOf(url))

/** Returns the q of a value in Accept or Accept-Encoding: 0 if it is missing, 1 without a q. */
export function qualityOf(name: string, header = ''): number {
  const range = header.split(',').find((part) => part.split(';', 1)[0]?.trim().toLowerCase() === name)
  return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)
}

/** Whether the client prefers a page to JSON and does not just accept anything. */
export function prefersHtml(accept?: string): boolean {
  const html = qualityOf('text/html', accept)
  return html > qualityOf('application/json', accept) && html >= qualityOf('*/*', accept)
}
