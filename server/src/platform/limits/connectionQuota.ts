import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** A connection, and the request on it that is being read or answered. */
interface Held {
  socket: Socket
  /** Whom it counts for: of a proxy's connection whoever's request is on it, and else nobody. */
  holder: string | undefined
  /** The same while no request is on it. */
  peer: string | undefined
  request: IncomingMessage | undefined
  /** How many bytes had come when its state last changed, and when that was. */
  seen: number
  since: number
}

/** A connection that asks within this many ms does not count as idle. */
const idleAfter = 1000

const isIdle = ({ request, socket, seen, since }: Held) =>
  !request && socket.bytesRead === seen && performance.now() - since > idleAfter
const isPartial = ({ request }: Held) => !request?.complete
const isUnread = ({ socket }: Held) => socket.writableLength > 0

/** Which of a holder's connections is given up first; among equals the one that has been so for longest. */
const order = [isIdle, isPartial, isUnread]

/** Who holds which connections, so that whoever holds most gives one up for a new visitor. */
export class Holders {
  readonly #held = new Map<Socket, Held>()
  /** Of each holder, from the one that has been as it is for longest. */
  readonly #byHolder = new Map<string, Set<Held>>()

  get size(): number {
    return this.#held.size
  }

  /** @param peer by what addresses count; none where it is a proxy's, which never gives one up */
  open(socket: Socket, peer: string | undefined): void {
    const held = { socket, peer, holder: undefined, request: undefined, seen: 0, since: 0 }
    this.#held.set(socket, held)
    this.#count(held, peer)
    socket.once('close', () => this.#forget(held))
  }

  /** From here on it is read, or answered. */
  begin(socket: Socket, request: IncomingMessage): void {
    const held = this.#held.get(socket)
    if (!held) return
    held.request = request
    this.#count(held, held.peer)
  }

  /** Whose request it is that a proxy has passed on. */
  credit(socket: Socket, holder: string): void {
    const held = this.#held.get(socket)
    if (held && held.peer === undefined) this.#count(held, holder)
  }

  /** Its last answer was sent. */
  end(socket: Socket): void {
    const held = this.#held.get(socket)
    if (!held) return
    held.request = undefined
    this.#count(held, held.peer)
  }

  /**
   * Closes one of whoever holds most, or, where that has none to give, of the next.
   * @returns whose it was and how many those were; undefined where every one of them is being answered
   */
  giveUp(): { holder: string; count: number } | undefined {
    const holders = [...this.#byHolder].toSorted(([, a], [, b]) => b.size - a.size)
    for (const [holder, all] of holders) {
      const count = all.size
      const next = order.map((isNext) => all.values().find(isNext)).find((held) => held !== undefined)
      if (!next) continue
      this.#forget(next)
      next.socket.destroy()
      return { holder, count }
    }
    return undefined
  }

  #count(held: Held, holder: string | undefined): void {
    this.#uncount(held)
    held.seen = held.socket.bytesRead
    held.since = performance.now()
    held.holder = holder
    if (holder === undefined) return
    const all = this.#byHolder.get(holder) ?? new Set()
    this.#byHolder.set(holder, all.add(held))
  }

  #uncount(held: Held): void {
    const all = held.holder === undefined ? undefined : this.#byHolder.get(held.holder)
    if (all?.delete(held) && all.size === 0 && held.holder !== undefined) this.#byHolder.delete(held.holder)
  }

  #forget(held: Held): void {
    if (this.#held.delete(held.socket)) this.#uncount(held)
  }
}
