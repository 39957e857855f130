import { pages } from '@flota/contract/core/pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound, unknownAddress } from '../errors.ts'
import { type NamedBuild, sendBuilt } from './builtFile.ts'
import { isApiUrl, pathOf, prefersHtml } from './headers.ts'
import { rejectOtherMethods } from './methodNotAllowed.ts'
import type { App } from './serve.ts'

/** The only address that is both a page and an endpoint. */
const sharedPage = '/usuarios'

const readMethods = ['GET', 'HEAD']

/** Serves the built web app: its pages with 200, an unknown address as the app with 404, an unknown file as plain 404. */
export function serveWeb(server: App, { files, appOf }: NamedBuild): void {
  const { fastify, methods } = server
  const sendApp = (request: FastifyRequest, reply: FastifyReply) => {
    const app = appOf()
    if (!app) throw notFound('La web no está construida.')
    return sendBuilt(app, request, reply)
  }

  for (const page of Object.keys(pages)) {
    if (isApiUrl(page)) continue
    // As in the web app, an id is a positive integer.
    const url = page.replace(':id', ':id(^[1-9]\\d*$)')
    methods.set(url, readMethods)
    fastify.route({ method: readMethods, url, handler: sendApp })
  }
  // Runs before the endpoint's authentication: a navigation sends no token.
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isSharedPageVisit(request)) sendApp(request, reply)
    else done()
  })
  rejectOtherMethods(server)
  // Before the body is read, which may be invalid.
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    const path = pathOf(request.url)
    if (isApiUrl(path) || !readMethods.includes(request.method)) throw notFound(unknownAddress)
    const file = files.get(path)
    if (file) void sendBuilt(file, request, reply)
    else if (lastPart(path).includes('.'))
      void reply.code(404).type('text/plain; charset=utf-8').send('No encontrado')
    else sendApp(request, reply.code(404))
  })
}

const lastPart = (path: string) => path.split('/').at(-1) ?? ''

const isSharedPageVisit = ({ url, method, headers }: FastifyRequest) =>
  url.startsWith(sharedPage) &&
  pathOf(url) === sharedPage &&
  readMethods.includes(method) &&
  prefersHtml(headers.accept)
