import { randomUUID } from 'node:crypto'
import { BlockList, isIP, type Socket } from 'node:net'
import { constants, gzipSync } from 'node:zlib'
import { inactiveUserHeader } from '@flota/contract/core/inactiveUser.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { serverTimeHeader } from '@flota/contract/core/serverTime.ts'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { clientAddress, networkOf } from '../clientAddress.ts'
import type { Env } from '../env.ts'
import { HttpError, incompleteRequest } from '../errors.ts'
import { ConnectionQuota } from '../limits/connectionQuota.ts'
import { createHttpServer } from '../limits/httpServer.ts'
import { STATUS_CODES } from '../nodeHttp.ts'
import { configureRequests } from './configureRequests.ts'
import { errorLists } from './errorLists.ts'
import { commonHeaders, isApiUrl, qualityOf, setHeaders } from './headers.ts'
import { translateError } from './translateError.ts'

/** serve.ts validates with zod. Without Fastify's own schemas 3 MB of modules are not loaded. */
const noSchema = () => {
  throw new Error("Fastify schemas are disabled: declare the endpoint's schemas")
}

/** Returns whether an address is a proxy of TRUST_PROXY. */
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

/** Creates Fastify without routes: limits, request parsing, logging, response headers and errors. */
export function createFastify(log: FastifyBaseLogger, env: Pick<Env, 'TRUST_PROXY'>): FastifyInstance {
  const quota = new ConnectionQuota()
  const isProxy = proxiesOf(env)
  const fastify = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.TRUST_PROXY,
    bodyLimit: 1024 * 1024,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    serverFactory: (handle) => createHttpServer(handle, { quota, isProxy, log }),
    // Longer than any address that Node accepts: a long id is a missing record, not an unknown path.
    routerOptions: { maxParamLength: 131_072 },
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    genReqId: () => randomUUID(),
    // Fastify runs no hook for these errors.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply)
      sendError(error, request, reply)
    },
    clientErrorHandler: replyToClientError,
  })
  fastify.setErrorHandler(async (error, request, reply) =>
    sendError(await replaceByEndedSession(error, request), request, reply),
  )
  fastify.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply)
    done()
  })
  finishResponses(fastify)
  configureRequests(fastify, env)
  if (env.TRUST_PROXY !== false)
    fastify.addHook('onRequest', (request, _reply, done) => {
      if (request.ip !== request.socket.remoteAddress)
        quota.assignClient(request.socket, networkOf(clientAddress(request)))
      done()
    })
  return fastify
}

/** An unreadable body fails before the handler proves a remembered session; 401 and 403 come before its error. */
async function replaceByEndedSession(error: unknown, request: FastifyRequest): Promise<unknown> {
  const isUnreadBody = translateError(error, request.routeOptions.bodyLimit).status < 500
  if (!isUnreadBody || request.authenticated?.proof !== 'pending') return error
  try {
    await request.revalidate?.()
    return error
  } catch (endedSession) {
    return endedSession
  }
}

/** Sends an error in the contract's envelope. A 500 carries only the id under which the cause is logged. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const hasDisconnected = error === request.raw.errored
  const { status, code, message, detail } = hasDisconnected
    ? incompleteRequest()
    : translateError(error, request.routeOptions.bodyLimit)
  if (hasDisconnected) request.log.info('left while it sent')
  else if (status === 500) request.log.error({ err: error }, 'unexpected')
  // Our own 503 come by the thousand under overload, and the request log has each.
  else if (status === 503 && !(error instanceof HttpError)) request.log.warn({ err: error }, 'unavailable')
  const { campos, data } = detail
  const lists = errorLists.safeParse(detail)
  // The error of a schema is a 500 without lists.
  if (lists.error) return sendError(lists.error, request, reply)
  if (detail.retryAfter !== undefined) void reply.header('Retry-After', detail.retryAfter)
  if (detail.inactiveUserId !== undefined) void reply.header(inactiveUserHeader, detail.inactiveUserId)
  return reply.code(status).send({
    success: false,
    message,
    data,
    error: { code, campos, ...lists.data, id: status === 500 ? request.id : undefined },
  })
}

const notUnderstood = { status: 400, code: 'VALIDACION', message: 'La petición no se entiende.' }
const errorReplies: Record<string, typeof notUnderstood> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'TIEMPO_AGOTADO', message: sentences.requestTimedOut },
  HPE_HEADER_OVERFLOW: { ...notUnderstood, status: 431 },
}

/** Answers bytes that Node could not parse as a request: no hook runs, so it writes headers and envelope itself. */
function replyToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, code, message } = errorReplies[error.code ?? ''] ?? notUnderstood
  const body = JSON.stringify({ success: false, message, error: { code } })
  const headers = {
    ...commonHeaders,
    'X-Request-Id': randomUUID(),
    [serverTimeHeader]: Date.now(),
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroy(error)
}

/** Bytes from which a slow network saves more time than compression costs. */
const minCompressedBytes = 1024

/** Responses with a token are not compressed: the compressed length could reveal it (BREACH). */
const shouldCompress = (
  { routeOptions: { url = '' } }: FastifyRequest,
  payload: unknown,
): payload is string =>
  typeof payload === 'string' &&
  payload.length >= minCompressedBytes &&
  isApiUrl(url) &&
  !url.startsWith('/api/auth/')

/** Compresses at the fastest level: a day of 183 trips, 122 KB, becomes 16 KB in half a millisecond. */
function compress(request: FastifyRequest, reply: FastifyReply, payload: string): string | Buffer {
  const vary = reply.getHeader('Vary')
  void reply.header('Vary', vary ? `${String(vary)}, Accept-Encoding` : 'Accept-Encoding')
  if (qualityOf('gzip', request.headers['accept-encoding']) <= 0) return payload
  void reply.header('Content-Encoding', 'gzip')
  return gzipSync(payload, { level: constants.Z_BEST_SPEED })
}

function finishResponses(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    void reply.header(serverTimeHeader, Date.now())
    // A length without a body would make clients wait for bytes.
    if (reply.statusCode === 304) return done(null, null)
    done(null, shouldCompress(request, payload) ? compress(request, reply, payload) : payload)
  })
}
