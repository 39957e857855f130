import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { networkOf } from '../clientAddress.ts'
import { createServer } from '../nodeHttp.ts'
import { ConnectionQuota } from './connectionQuota.ts'

/** Unanswered requests of one connection. Browsers send one at a time. */
const maxPipelinedRequests = 8

/** Ten for each of 200 users. With open files and our own sockets they fit into 4,096 descriptors. */
const defaultMaxConnections = 2000

/** For the header X-Nombres: 64 KB as base64, and room to reject a longer one with a message. */
const maxHeaderBytes = 128 * 1024

/** Delay of a connection's next request after a 503: else clients that retry at once would take up our time. */
const pauseAfter503Ms = 200

const minLogIntervalMs = 60_000

/** Time after which a connection without traffic is closed, unless a response is being made. */
const defaultIdleTimeoutMs = 30_000

/** Closes the connection at once: Node would still parse the requests that it has already read. */
function closeAtOnce(socket: Socket): void {
  // Neither documented nor typed: main.sockets.test.ts fails if Node drops it.
  const { parser } = socket as Socket & { parser?: { onIncoming: () => number } | null }
  // Node's code for 'no HTTP follows'.
  if (parser) parser.onIncoming = () => 2
  socket.destroy()
}

type RequestQueues = WeakMap<Socket, (() => void)[]>

/** Handles the requests of a connection one after the other, so that queued ones cost almost nothing. */
const serializeRequests =
  (queues: RequestQueues, quota: ConnectionQuota, handle: RequestListener): RequestListener =>
  (request, response) => {
    const { socket } = request
    const queue = queues.get(socket) ?? []
    queues.set(socket, queue)
    if (queue.length === maxPipelinedRequests) return closeAtOnce(socket)
    const begin = () => {
      quota.setRequest(socket, request)
      handle(request, response)
    }
    const next = () => {
      queue.shift()
      if (queue.length === 0) quota.setRequest(socket, undefined)
      else if (socket.writable) queue[0]?.()
    }
    response.once('close', () => {
      if (response.statusCode === 503) setTimeout(next, pauseAfter503Ms)
      else next()
    })
    if (queue.push(begin) === 1) begin()
  }

interface HttpServerOptions {
  idleTimeoutMs?: number
  maxConnections?: number
  /** Whether an address is a trusted proxy: its connections count for the forwarded client. */
  isProxy?: (address: string) => boolean
  quota?: ConnectionQuota
  log?: Pick<FastifyBaseLogger, 'warn'>
}

/** Creates Node's server with limits on connections, pipelined requests, idle sockets and slow readers. */
export function createHttpServer(handle: RequestListener, options: HttpServerOptions = {}): Server {
  const { idleTimeoutMs = defaultIdleTimeoutMs, quota = new ConnectionQuota() } = options
  const queues: RequestQueues = new WeakMap()
  const listener = serializeRequests(queues, quota, handle)
  const server = createServer(
    {
      // Node would reject a missing Host by itself, outside of the queue.
      requireHostHeader: false,
      headersTimeout: 20_000,
      maxHeaderSize: maxHeaderBytes,
      // A last resort: slowBodyTimeout.ts ends earlier.
      requestTimeout: 11 * 60_000,
      connectionsCheckingInterval: 5000,
      // Proxies keep idle connections for 60 s. A shorter time would close one just as the proxy uses it.
      keepAliveTimeout: 72_000,
    },
    listener,
  )
  // Node would answer an unknown Expect by itself, without our headers and envelope.
  server.on('checkExpectation', listener)
  limitConnections(server, quota, options)
  // Node restarts this timer with every byte that the client reads.
  server.setTimeout(idleTimeoutMs, (socket) => {
    const isAnswering = queues.get(socket)?.length && socket.writableLength === 0
    if (!isAnswering) socket.destroy()
  })
  return server
}

/** Evicts a connection when all are taken. No address has a fixed share: an office behind one may use them all. */
function limitConnections(server: Server, quota: ConnectionQuota, options: HttpServerOptions): void {
  const { maxConnections = defaultMaxConnections, isProxy = () => false, log } = options
  let nextLogAt = 0
  const warnAtIntervals = (what: string) => {
    if (performance.now() < nextLogAt) return
    nextLogAt = performance.now() + minLogIntervalMs
    log?.warn(`${maxConnections} connections are open: ${what}`)
  }
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? ''
    quota.track(socket, isProxy(peer) ? undefined : networkOf(peer))
    if (quota.size <= maxConnections) return
    const evicted = quota.evict()
    if (!evicted) socket.destroy()
    warnAtIntervals(
      evicted ? `${evicted.client} holds ${evicted.count} and makes room` : 'what comes beyond is dropped',
    )
  })
}
