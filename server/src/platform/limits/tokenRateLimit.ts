import { tooManyCalls } from '../errors.ts'

const windowMs = 60_000

/** Returns a sliding-window limit per API token id. Rejected calls do not count. */
export function tokenRateLimit(maxCalls = 600, clock = () => performance.now()) {
  /** Times of each token's last calls as a ring buffer; `next` is the index of the oldest. */
  const windows = new Map<number, { times: Float64Array; next: number; last: number }>()
  const deleteIdle = (now: number) => {
    for (const [id, { last }] of windows) if (last <= now - windowMs) windows.delete(id)
  }
  /** @throws {HttpError} 429 */
  return (id: number): void => {
    const now = clock()
    let window = windows.get(id)
    if (!window) {
      deleteIdle(now)
      window = { times: new Float64Array(maxCalls).fill(Number.NEGATIVE_INFINITY), next: 0, last: now }
      windows.set(id, window)
    }
    const wait = (window.times[window.next] ?? 0) + windowMs - now
    if (wait > 0) throw tooManyCalls(Math.ceil(wait / 1000))
    window.times[window.next] = now
    window.next = (window.next + 1) % maxCalls
    window.last = now
  }
}
