import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

interface TrackedConnection {
  socket: Socket
  /** Address that the connection currently counts for; undefined for a proxy's connection between requests. */
  client: string | undefined
  /** Address that it counts for between requests; undefined for a proxy. */
  peer: string | undefined
  request: IncomingMessage | undefined
  /** Bytes received when the connection's state last changed, and the time of that change. */
  bytesSeen: number
  changedAt: number
}

/** A connection that sends a request within this many ms does not count as idle. */
const idleThresholdMs = 1000

const isIdle = ({ request, socket, bytesSeen, changedAt }: TrackedConnection) =>
  !request && socket.bytesRead === bytesSeen && performance.now() - changedAt > idleThresholdMs
const isIncompleteRequest = ({ request }: TrackedConnection) => !request?.complete
const hasUnreadResponse = ({ socket }: TrackedConnection) => socket.writableLength > 0

/** Which of a client's connections is closed first; of equals, the one unchanged for longest. */
const evictionOrder = [isIdle, isIncompleteRequest, hasUnreadResponse]

/** Counts connections by client, so that the client with the most loses one to a new client. */
export class ConnectionQuota {
  readonly #connections = new Map<Socket, TrackedConnection>()
  /** In the order of each connection's last change. */
  readonly #byClient = new Map<string, Set<TrackedConnection>>()

  get size(): number {
    return this.#connections.size
  }

  /** @param peer address that the connection counts for; undefined for a proxy's connection, which is never evicted */
  track(socket: Socket, peer: string | undefined): void {
    const connection = { socket, peer, client: undefined, request: undefined, bytesSeen: 0, changedAt: 0 }
    this.#connections.set(socket, connection)
    this.#count(connection, peer)
    socket.once('close', () => this.#untrack(connection))
  }

  /** @param request undefined after the connection's last queued response */
  setRequest(socket: Socket, request: IncomingMessage | undefined): void {
    const connection = this.#connections.get(socket)
    if (!connection) return
    connection.request = request
    this.#count(connection, connection.peer)
  }

  /** Counts a proxy's connection for the client whose request it forwards. */
  assignClient(socket: Socket, client: string): void {
    const connection = this.#connections.get(socket)
    if (connection && connection.peer === undefined) this.#count(connection, client)
  }

  /**
   * Closes a connection of the client with the most, or of the next client if that one has none to close.
   * @returns the client and its number of connections; undefined when all connections are being answered
   */
  evict(): { client: string; count: number } | undefined {
    const clients = [...this.#byClient].toSorted(([, a], [, b]) => b.size - a.size)
    for (const [client, all] of clients) {
      const count = all.size
      const next = evictionOrder
        .map((isNext) => all.values().find(isNext))
        .find((found) => found !== undefined)
      if (!next) continue
      this.#untrack(next)
      next.socket.destroy()
      return { client, count }
    }
    return undefined
  }

  #count(connection: TrackedConnection, client: string | undefined): void {
    this.#uncount(connection)
    connection.bytesSeen = connection.socket.bytesRead
    connection.changedAt = performance.now()
    connection.client = client
    if (client === undefined) return
    const all = this.#byClient.get(client) ?? new Set()
    this.#byClient.set(client, all.add(connection))
  }

  #uncount(connection: TrackedConnection): void {
    const { client } = connection
    if (client === undefined) return
    const all = this.#byClient.get(client)
    if (all?.delete(connection) && all.size === 0) this.#byClient.delete(client)
  }

  #untrack(connection: TrackedConnection): void {
    if (this.#connections.delete(connection.socket)) this.#uncount(connection)
  }
}
