import { pages } from '@flota/contract/pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound, unknownAddress } from '../errors.ts'
import { prefersHtml } from './acceptHeader.ts'
import { applyCompanyName, readBuild, sendBuilt } from './builtFile.ts'
import { isApiUrl, pathOf } from './headers.ts'
import { rejectOtherMethods } from './methodNotAllowed.ts'
import type { App } from './serve.ts'

/** The one address that is a page for a browser's navigation and a call for everything else. */
const sharedPage = '/usuarios'

const readMethods = ['GET', 'HEAD']

/** The built web app: its pages with 200, an unknown address with 404, an unknown file as a plain 404. */
export function serveWeb(server: App, folder: string, empresa: string): void {
  const { fastify, methods } = server
  // A build that comes later is served by the next start.
  const files = readBuild(folder)
  applyCompanyName(files, empresa)
  const app = files.get('/index.html')
  // It is the pages', and no address of its own.
  files.delete('/index.html')
  const sendApp = (request: FastifyRequest, reply: FastifyReply) => {
    if (!app) throw notFound('La web no está construida.')
    return sendBuilt(app, request, reply)
  }

  for (const page of Object.keys(pages)) {
    if (isApiUrl(page)) continue
    // An id is a positive integer, as the web app reads it: any other address is no page.
    const url = page.replace(':id', ':id(^[1-9]\\d*$)')
    methods.set(url, readMethods)
    fastify.route({ method: readMethods, url, handler: sendApp })
  }
  // Before a call's own guard: who opens the page has no token in the address bar.
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isVisit(request)) sendApp(request, reply)
    else done()
  })
  rejectOtherMethods(server)
  // An unknown address is answered before its body is read, even an invalid one.
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

/** Whether somebody opens the shared address in a browser. */
const isVisit = ({ url, method, headers }: FastifyRequest) =>
  url.startsWith(sharedPage) &&
  pathOf(url) === sharedPage &&
  readMethods.includes(method) &&
  prefersHtml(headers.accept)
