import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { pages } from '@flota/contract/pages.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound, unknownAddress } from './errors.ts'
import { isCall, pathOf } from './headers.ts'
import type { App } from './serve.ts'

/** The one address that is a page for a browser's navigation and a call for everything else. */
const sharedPage = '/usuarios'

const readMethods = ['GET', 'HEAD']
const aYear = 31_536_000

/**
 * The web app from its built folder: hashed assets immutable and precompressed, the app's pages with 200,
 * an unknown address with 404 (the app says 'Página no encontrada'), an unknown file as a plain 404.
 */
export function serveWeb({ fastify, methods }: App, folder: string): void {
  // Read once, like the list of assets: a build that comes later is served by the next start.
  const app = existsSync(folder) ? readFileSync(join(folder, 'index.html')) : undefined
  const sendApp = async (reply: FastifyReply) => {
    if (!app) throw notFound('La web no está construida.')
    return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(app)
  }

  if (app) serveAssets(fastify, folder)
  for (const page of Object.keys(pages)) {
    if (isCall(page)) continue
    // An id is a positive integer, as the web app reads it: any other address is no page.
    const url = page.replace(':id', ':id(^[1-9]\\d*$)')
    methods.set(url, readMethods)
    fastify.route({ method: readMethods, url, handler: (_request, reply) => sendApp(reply) })
  }
  // Before the call's own guard: who opens the page has no token in the address bar.
  fastify.addHook('onRequest', async (request, reply) => {
    if (!readMethods.includes(request.method) || pathOf(request.url) !== sharedPage) return
    if (prefersHtml(request.headers.accept)) await sendApp(reply)
  })
  fastify.setNotFoundHandler(async (request, reply) => {
    if (isCall(request.url)) throw notFound(unknownAddress)
    if (!readMethods.includes(request.method)) throw notFound(unknownAddress)
    const isPage = !lastPart(request.url).includes('.')
    if (!isPage) return reply.code(404).type('text/plain; charset=utf-8').send('No encontrado')
    return sendApp(reply.code(404))
  })
}

function serveAssets(fastify: FastifyInstance, root: string): void {
  void fastify.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/index.html', '**/.*', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/')
      void reply.header('Cache-Control', immutable ? `public, max-age=${aYear}, immutable` : 'no-cache')
    },
  })
}

const lastPart = (url: string) => pathOf(url).split('/').at(-1) ?? ''

/** Whether text/html is named, and JSON is not named before it. */
function prefersHtml(accept = ''): boolean {
  const qualityOf = (type: string): number => {
    const range = accept.split(',').find((part) => part.split(';', 1)[0]?.trim().toLowerCase() === type)
    return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)
  }
  return qualityOf('text/html') > qualityOf('application/json')
}
