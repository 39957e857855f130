import { BlockList, isIP } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { clientAddress, networkOf } from '../clientAddress.ts'
import type { Env } from '../env.ts'
import { ConnectionQuota } from '../limits/connectionQuota.ts'
import { createHttpServer } from '../limits/httpServer.ts'
import { replyToClientError } from './clientError.ts'
import { compressResponses } from './compress.ts'
import { sendError } from './errorHandler.ts'
import { addHeaders, setHeaders } from './headers.ts'
import { configureRequests } from './requests.ts'

/** serve.ts validates with zod, so Fastify need not load its own 3 MB for schemas. */
const noSchema = () => {
  throw new Error('a route has a schema that nobody would look at')
}

/** Whether a connection from there is a proxy's of TRUST_PROXY. */
function proxiesOf({ TRUST_PROXY }: Pick<Env, 'TRUST_PROXY'>): (address: string) => boolean {
  if (!Array.isArray(TRUST_PROXY)) return () => TRUST_PROXY !== false
  const list = new BlockList()
  for (const network of TRUST_PROXY) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Fastify as this house wants it, without a route: what it reads, refuses, logs and always answers with. */
export function createFastify(log: FastifyBaseLogger, env: Pick<Env, 'TRUST_PROXY'>): FastifyInstance {
  const holders = new ConnectionQuota()
  const isProxy = proxiesOf(env)
  const fastify = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.TRUST_PROXY,
    bodyLimit: 1024 * 1024,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    serverFactory: (handle) => createHttpServer(handle, { quota: holders, isProxy, log }),
    // Longer than any address that Node reads: a long id is looked for like any other.
    routerOptions: { maxParamLength: 65_536 },
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    genReqId: () => crypto.randomUUID(),
    // No hook runs for these.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply)
      sendError(error, request, reply)
    },
    clientErrorHandler: replyToClientError,
  })
  fastify.setErrorHandler(sendError)
  addHeaders(fastify)
  compressResponses(fastify)
  configureRequests(fastify, env)
  // What comes by a proxy counts for whom it passes on, while that is being read or answered.
  if (env.TRUST_PROXY !== false)
    fastify.addHook('onRequest', (request, _reply, done) => {
      if (request.ip !== request.socket.remoteAddress)
        holders.assignClient(request.socket, networkOf(clientAddress(request)))
      done()
    })
  return fastify
}
