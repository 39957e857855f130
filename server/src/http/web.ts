import { pages } from '@flota/contract/pages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { nameManifest, readBuild, sendBuilt } from './builtFile.ts'
import { notFound, unknownAddress } from './errors.ts'
import { isCall, pathOf } from './headers.ts'
import { qualityOf } from './quality.ts'
import type { App } from './serve.ts'

/** The one address that is a page for a browser's navigation and a call for everything else. */
const sharedPage = '/usuarios'

const readMethods = ['GET', 'HEAD']

/** The built web app: its pages with 200, an unknown address with 404, an unknown file as a plain 404. */
export function serveWeb({ fastify, methods }: App, folder: string, empresa: string): void {
  // A build that comes later is served by the next start.
  const files = readBuild(folder)
  nameManifest(files, empresa)
  const app = files.get('/index.html')
  // It is the pages', and no address of its own.
  files.delete('/index.html')
  const sendApp = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!app) throw notFound('La web no está construida.')
    return sendBuilt(app, request, reply)
  }

  for (const page of Object.keys(pages)) {
    if (isCall(page)) continue
    // An id is a positive integer, as the web app reads it: any other address is no page.
    const url = page.replace(':id', ':id(^[1-9]\\d*$)')
    methods.set(url, readMethods)
    fastify.route({ method: readMethods, url, handler: sendApp })
  }
  // Before a call's own guard: who opens the page has no token in the address bar.
  fastify.addHook('onRequest', async (request, reply) => {
    if (!readMethods.includes(request.method) || pathOf(request.url) !== sharedPage) return
    if (prefersHtml(request.headers.accept)) await sendApp(request, reply)
  })
  // What no route has is told before anything of it is read, also a body that is none.
  fastify.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const path = pathOf(request.url)
    if (isCall(path) || !readMethods.includes(request.method)) throw notFound(unknownAddress)
    const file = files.get(path)
    if (file) return sendBuilt(file, request, reply)
    if (lastPart(path).includes('.')) {
      return reply.code(404).type('text/plain; charset=utf-8').send('No encontrado')
    }
    return sendApp(request, reply.code(404))
  })
}

const lastPart = (path: string) => path.split('/').at(-1) ?? ''

/** Whether text/html is named, and JSON is not named before it. */
const prefersHtml = (accept?: string) =>
  qualityOf('text/html', accept) > qualityOf('application/json', accept)
