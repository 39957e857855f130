import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** A connection, and the request on it that is being read or answered. */
interface TrackedConnection {
  socket: Socket
  /** Whom it counts for: of a proxy's connection whoever's request is on it, and else nobody. */
  client: string | undefined
  /** The same while no request is on it. */
  peer: string | undefined
  request: IncomingMessage | undefined
  /** How many bytes had come when its state last changed, and when that was. */
  bytesSeen: number
  changedAt: number
}

/** A connection that asks within this many ms does not count as idle. */
const idleThresholdMs = 1000

const isIdle = ({ request, socket, bytesSeen, changedAt }: TrackedConnection) =>
  !request && socket.bytesRead === bytesSeen && performance.now() - changedAt > idleThresholdMs
const isIncompleteRequest = ({ request }: TrackedConnection) => !request?.complete
const hasUnreadResponse = ({ socket }: TrackedConnection) => socket.writableLength > 0

/** Which of a holder's connections is given up first; among equals the one that has been so for longest. */
const evictionOrder = [isIdle, isIncompleteRequest, hasUnreadResponse]

/** Who holds which connections, so that whoever holds most gives one up for a new visitor. */
export class ConnectionQuota {
  readonly #connections = new Map<Socket, TrackedConnection>()
  /** Of each holder, from the one that has been as it is for longest. */
  readonly #byClient = new Map<string, Set<TrackedConnection>>()

  get size(): number {
    return this.#connections.size
  }

  /** @param peer by what addresses count; none where it is a proxy's, which never gives one up */
  track(socket: Socket, peer: string | undefined): void {
    const held = { socket, peer, client: undefined, request: undefined, bytesSeen: 0, changedAt: 0 }
    this.#connections.set(socket, held)
    this.#count(held, peer)
    socket.once('close', () => this.#untrack(held))
  }

  /** From here on it is read, or answered. */
  startRequest(socket: Socket, request: IncomingMessage): void {
    const held = this.#connections.get(socket)
    if (!held) return
    held.request = request
    this.#count(held, held.peer)
  }

  /** Whose request it is that a proxy has passed on. */
  assignClient(socket: Socket, holder: string): void {
    const held = this.#connections.get(socket)
    if (held && held.peer === undefined) this.#count(held, holder)
  }

  /** Its last answer was sent. */
  endRequest(socket: Socket): void {
    const held = this.#connections.get(socket)
    if (!held) return
    held.request = undefined
    this.#count(held, held.peer)
  }

  /**
   * Closes one of whoever holds most, or, where that has none to give, of the next.
   * @returns whose it was and how many those were; undefined where every one of them is being answered
   */
  evict(): { holder: string; count: number } | undefined {
    const holders = [...this.#byClient].toSorted(([, a], [, b]) => b.size - a.size)
    for (const [holder, all] of holders) {
      const count = all.size
      const next = evictionOrder.map((isNext) => all.values().find(isNext)).find((held) => held !== undefined)
      if (!next) continue
      this.#untrack(next)
      next.socket.destroy()
      return { holder, count }
    }
    return undefined
  }

  #count(held: TrackedConnection, holder: string | undefined): void {
    this.#uncount(held)
    held.bytesSeen = held.socket.bytesRead
    held.changedAt = performance.now()
    held.client = holder
    if (holder === undefined) return
    const all = this.#byClient.get(holder) ?? new Set()
    this.#byClient.set(holder, all.add(held))
  }

  #uncount(held: TrackedConnection): void {
    const all = held.client === undefined ? undefined : this.#byClient.get(held.client)
    if (all?.delete(held) && all.size === 0 && held.client !== undefined) this.#byClient.delete(held.client)
  }

  #untrack(held: TrackedConnection): void {
    if (this.#connections.delete(held.socket)) this.#uncount(held)
  }
}
