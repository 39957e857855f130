import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { pages } from '@flota/contract/pages.ts'
import type { FastifyReply } from 'fastify'
import { notFound, unknownAddress } from './errors.ts'
import { isCall } from './headers.ts'
import type { App } from './serve.ts'

const readMethods = ['GET', 'HEAD']
const aYear = 31_536_000

/**
 * The web app from its built folder: hashed assets immutable and precompressed, the app's pages with 200,
 * an unknown address with 404 (the app says 'Página no encontrada'), an unknown file as a plain 404.
 */
export function serveWeb({ fastify, methods }: App, folder: string): void {
  const sendApp = async (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(await readFile(join(folder, 'index.html')))

  if (existsSync(folder)) {
    void fastify.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/index.html', '**/.*', '**/*.br', '**/*.gz'],
      setHeaders: (reply, path) => {
        void reply.header(
          'Cache-Control',
          path.includes('/assets/') ? `public, max-age=${aYear}, immutable` : 'no-cache',
        )
      },
    })
  }
  for (const page of Object.keys(pages)) {
    if (isCall(page)) continue
    methods.set(page, readMethods)
    fastify.route({ method: readMethods, url: page, handler: (_request, reply) => sendApp(reply) })
  }
  fastify.setNotFoundHandler(async (request, reply) => {
    if (isCall(request.url)) throw notFound(unknownAddress)
    const isPage = readMethods.includes(request.method) && !lastPart(request.url).includes('.')
    if (!isPage) return reply.code(404).type('text/plain; charset=utf-8').send('No encontrado')
    return sendApp(reply.code(404))
  })
}

const lastPart = (url: string) => url.split('?', 1)[0]?.split('/').at(-1) ?? ''
