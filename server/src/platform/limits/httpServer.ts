import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { networkOf } from '../http/clientAddress.ts'
import { createServer } from '../http/nodeHttp.ts'
import { Holders } from './connectionQuota.ts'

/** Requests of one connection that may wait for their answers. Browsers send one at a time. */
const mostWaiting = 8

/** Ten for each of 200 people; with the files that are sent and the program's own they fit into 4,096 descriptors. */
const mostConnections = 2000

/** After a 503 a connection's next request waits so many ms: else refusals to those who do not wait fill our time. */
const breath = 200

/** At most one line in this many ms says that connections are given up. */
const toldEvery = 60_000

/** How long a connection stays on which nothing moves, but for an answer that we are still making. */
const usualPatience = 30_000

/** Closes it at once: Node would go on to make requests of all that it has read of it. */
function close(socket: Socket): void {
  // Neither documented nor typed: main.sockets.test.ts fails where Node has it no more.
  const { parser } = socket as Socket & { parser?: { onIncoming: () => number } | null }
  // 2 is Node's own word for 'what follows is no HTTP'.
  if (parser) parser.onIncoming = () => 2
  socket.destroy()
}

type Waiting = WeakMap<Socket, (() => void)[]>

/** The requests of a connection are begun one after the other, so that those in its queue cost next to nothing. */
const oneByOne =
  (waiting: Waiting, holders: Holders, handle: RequestListener): RequestListener =>
  (request, response) => {
    const { socket } = request
    const begins = waiting.get(socket) ?? []
    waiting.set(socket, begins)
    if (begins.length === mostWaiting) return close(socket)
    const begin = () => {
      holders.begin(socket, request)
      handle(request, response)
    }
    const next = () => {
      begins.shift()
      if (begins.length === 0) holders.end(socket)
      else if (socket.writable) begins[0]?.()
    }
    response.once('close', () => {
      if (response.statusCode === 503) setTimeout(next, breath)
      else next()
    })
    if (begins.push(begin) === 1) begin()
  }

interface Options {
  patience?: number
  most?: number
  /** Connections from there are given up only for the sake of the client whose request is on them. */
  isProxy?: (address: string) => boolean
  holders?: Holders
  log?: Pick<FastifyBaseLogger, 'warn'>
}

/** Node's server, of which a stranger holds little: neither by asking a lot nor by reading nothing. */
export function createHttpServer(handle: RequestListener, options: Options = {}): Server {
  const { patience = usualPatience, holders = new Holders() } = options
  const waiting: Waiting = new WeakMap()
  const queue = oneByOne(waiting, holders, handle)
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
  limitConnections(server, { ...options, holders })
  // Node begins anew to count with every byte that the other side takes.
  server.setTimeout(patience, (socket) => {
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
  { most = mostConnections, isProxy = () => false, holders, log }: Options & { holders: Holders },
): void {
  let next = 0
  const tell = (what: string) => {
    if (performance.now() < next) return
    next = performance.now() + toldEvery
    log?.warn(`${most} connections are open: ${what}`)
  }
  server.on('connection', (socket: Socket) => {
    const peer = socket.remoteAddress ?? ''
    holders.open(socket, isProxy(peer) ? undefined : networkOf(peer))
    if (holders.size <= most) return
    const given = holders.giveUp()
    if (!given) socket.destroy()
    tell(given ? `${given.holder} holds ${given.count} and makes room` : 'what comes beyond is dropped')
  })
}
