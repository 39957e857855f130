import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Env } from '../env.ts'
import { answerClientError } from './clientError.ts'
import { compressAnswers } from './compress.ts'
import { createHttpServer, tellDropped } from './connections.ts'
import { sendFailure } from './failure.ts'
import { addHeaders, setHeaders } from './headers.ts'
import { configureRequests } from './requests.ts'

/** Ours are zod's, which serve.ts parses: Fastify need not load its 3 MB for schemas of its own. */
const noSchema = () => {
  throw new Error('a route has a schema that nobody would look at')
}

/** Fastify as this house wants it, without a route: what it reads, refuses, logs and always answers with. */
export function createFastify(log: FastifyBaseLogger, env: Pick<Env, 'TRUST_PROXY'>): FastifyInstance {
  const fastify = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.TRUST_PROXY,
    bodyLimit: 1024 * 1024,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    serverFactory: (handle) => createHttpServer(handle),
    // Longer than any address that Node reads: a long id is looked for like any other.
    routerOptions: { maxParamLength: 65_536 },
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    genReqId: () => crypto.randomUUID(),
    // No hook runs for these.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply)
      sendFailure(error, request, reply)
    },
    clientErrorHandler: answerClientError,
  })
  tellDropped(fastify.server, log)
  fastify.setErrorHandler(sendFailure)
  addHeaders(fastify)
  compressAnswers(fastify)
  configureRequests(fastify, env)
  return fastify
}
