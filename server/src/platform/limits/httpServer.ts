import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { networkOf } from '../clientAddress.ts'
import { createServer } from '../nodeHttp.ts'
import { ConnectionQuota } from './connectionQuota.ts'

/** Requests of one connection that may wait for their answers. Browsers send one at a time. */
const maxPipelinedRequests = 8

/** Ten for each of 200 people; with the files that are sent and the program's own they fit into 4,096 descriptors. */
const defaultMaxConnections = 2000

/** After a 503 a connection's next request waits so many ms: else refusals to those who do not wait fill our time. */
const pauseAfter503Ms = 200

/** At most one line in this many ms says that connections are given up. */
const minLogIntervalMs = 60_000

/** How long a connection stays on which nothing moves, but for an answer that we are still making. */
const defaultIdleTimeoutMs = 30_000

/** Closes it at once: Node would go on to make requests of all that it has read of it. */
function closeAtOnce(socket: Socket): void {
  // Neither documented nor typed: main.sockets.test.ts fails where Node has it no more.
  const { parser } = socket as Socket & { parser?: { onIncoming: () => number } | null }
  // 2 is Node's own word for 'what follows is no HTTP'.
  if (parser) parser.onIncoming = () => 2
  socket.destroy()
}

type RequestQueues = WeakMap<Socket, (() => void)[]>

/** The requests of a connection are begun one after the other, so that those in its queue cost next to nothing. */
const serializeRequests =
  (waiting: RequestQueues, quota: ConnectionQuota, handle: RequestListener): RequestListener =>
  (request, response) => {
    const { socket } = request
    const begins = waiting.get(socket) ?? []
    waiting.set(socket, begins)
    if (begins.length === maxPipelinedRequests) return closeAtOnce(socket)
    const begin = () => {
      quota.startRequest(socket, request)
      handle(request, response)
    }
    const next = () => {
      begins.shift()
      if (begins.length === 0) quota.endRequest(socket)
      else if (socket.writable) begins[0]?.()
    }
    response.once('close', () => {
      if (response.statusCode === 503) setTimeout(next, pauseAfter503Ms)
      else next()
    })
    if (begins.push(begin) === 1) begin()
  }

interface HttpServerOptions {
  idleTimeoutMs?: number
  maxConnections?: number
  /** Connections from there are given up only for the sake of the client whose request is on them. */
  isProxy?: (address: string) => boolean
  quota?: ConnectionQuota
  log?: Pick<FastifyBaseLogger, 'warn'>
}

/** Node's server, of which a stranger holds little: neither by asking a lot nor by reading nothing. */
export function createHttpServer(handle: RequestListener, options: HttpServerOptions = {}): Server {
  const { idleTimeoutMs = defaultIdleTimeoutMs, quota = new ConnectionQuota() } = options
  const waiting: RequestQueues = new WeakMap()
  const queue = serializeRequests(waiting, quota, handle)
  const server = createServer(
    {
      // Node would refuse one without Host by itself, past the queue.
      requireHostHeader: false,
      headersTimeout: 20_000,
      // The last word: slowBodies.ts gives up sooner.
      requestTimeout: 11 * 60_000,
      connectionsCheckingInterval: 5000,
      // Longer than the minute that proxies keep theirs: else one sends into a connection that we just close.
      keepAliveTimeout: 72_000,
    },
    queue,
  )
  // Node would answer it by itself, without headers and envelope.
  server.on('checkExpectation', queue)
  limitConnections(server, { ...options, quota })
  // Node begins anew to count with every byte that the other side takes.
  server.setTimeout(idleTimeoutMs, (socket) => {
    const isMaking = waiting.get(socket)?.length && socket.writableLength === 0
    if (!isMaking) socket.destroy()
  })
  return server
}

/**
 * No address has a share of its own: an office behind one may have all. When all are taken, whoever holds most makes
 * room. Who is closed is told nothing: whoever looks after the program reads of it.
 */
function limitConnections(
  server: Server,
  {
    maxConnections = defaultMaxConnections,
    isProxy = () => false,
    quota,
    log,
  }: HttpServerOptions & { quota: ConnectionQuota },
): void {
  let next = 0
  const warnAtIntervals = (what: string) => {
    if (performance.now() < next) return
    next = performance.now() + minLogIntervalMs
    log?.warn(`${maxConnections} connections are open: ${what}`)
  }
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? ''
    quota.track(socket, isProxy(peer) ? undefined : networkOf(peer))
    if (quota.size <= maxConnections) return
    const evicted = quota.evict()
    if (!evicted) socket.destroy()
    warnAtIntervals(
      evicted ? `${evicted.holder} holds ${evicted.count} and makes room` : 'what comes beyond is dropped',
    )
  })
}
