import type { ServerResponse } from 'node:http'
import { unavailable } from '../errors.ts'

/** Kinds of requests, in the order in which they leave the queue. */
const requestKinds = ['write', 'read', 'report', 'export'] as const
export type RequestKind = (typeof requestKinds)[number]

/** Wait after which a request is rejected, so that served ones take less than 5 s. */
const defaultMaxWaitMs = 1500

/** Ends a request's turn. */
type EndTurn = () => void

interface WaitingRequest {
  since: number
  begin: () => void
}

/** Connections that a kind and those before it leave to the kinds after it. */
const reserved = { write: 2, read: 2, report: 1, export: 0 }

/**
 * Counts the requests at work, at most one for each connection. Writes leave a quarter of the connections to other
 * requests, and the reverse. Reports and exports use at most a quarter each, and at least one.
 */
function turnCounter(connections: number, onEnd: () => void) {
  const running = { write: 0, read: 0, report: 0, export: 0 }
  const quarter = Math.max(1, Math.floor(connections / 4))
  const rest = Math.max(1, connections - quarter)
  const most = { write: Math.max(1, rest - 2), read: rest, report: quarter, export: quarter }

  /** Whether another of a kind leaves the reserved connections free. */
  const fits = (kind: RequestKind, limit: number, first: number): boolean => {
    const rank = requestKinds.indexOf(kind)
    let sum = 0
    return requestKinds.slice(first).every((each, i) => {
      sum += running[each]
      return first + i < rank || sum < Math.max(1, limit - reserved[each])
    })
  }
  const canStart = (kind: RequestKind): boolean =>
    running[kind] < most[kind] && fits(kind, connections, 0) && (kind === 'write' || fits(kind, rest, 1))
  const start = (kind: RequestKind): EndTurn => {
    let hasEnded = false
    running[kind] += 1
    return () => {
      if (hasEnded) return
      hasEnded = true
      running[kind] -= 1
      onEnd()
    }
  }
  return { canStart, start }
}

function waitIn(
  queue: Set<WaitingRequest>,
  response: ServerResponse,
  start: () => EndTurn,
  maxWaitMs: number,
): Promise<EndTurn> {
  const { promise, resolve, reject } = Promise.withResolvers<EndTurn>()
  const leave = () => {
    clearTimeout(timer)
    queue.delete(request)
    response.off('close', giveUp)
  }
  const giveUp = () => {
    leave()
    reject(unavailable())
  }
  const begin = () => {
    leave()
    resolve(start())
  }
  const request = { since: performance.now(), begin }
  const timer = setTimeout(giveUp, maxWaitMs)
  queue.add(request)
  response.once('close', giveUp)
  return promise
}

export type RequestQueue = ReturnType<typeof createRequestQueue>

/** Queues requests until one of the database's connections is free for them. */
export function createRequestQueue(connections: number, maxWaitMs = defaultMaxWaitMs) {
  const newQueue = () => new Set<WaitingRequest>()
  const waiting = { write: newQueue(), read: newQueue(), report: newQueue(), export: newQueue() }
  const { canStart, start } = turnCounter(connections, () => {
    // The timer of an older request is about to reject it.
    const oldest = performance.now() - maxWaitMs
    for (const kind of requestKinds)
      for (const { since, begin } of waiting[kind]) {
        if (!canStart(kind)) break
        if (since > oldest) begin()
      }
  })
  return {
    /** Waits for a turn. @throws {HttpError} 503 after `maxWaitMs`, or when the client disconnects */
    enter: async (kind: RequestKind, response: ServerResponse): Promise<EndTurn> =>
      canStart(kind) ? start(kind) : waitIn(waiting[kind], response, () => start(kind), maxWaitMs),
    waitingCount: () => requestKinds.reduce((sum, kind) => sum + waiting[kind].size, 0),
  }
}
