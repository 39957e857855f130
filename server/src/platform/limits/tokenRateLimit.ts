import { tooManyCalls } from '../errors.ts'

const windowMs = 60_000

/** So many calls of each program in any minute; what is refused counts for nothing. */
export function tokenRateLimit(maxCalls = 600, clock = () => performance.now()) {
  /** Of each program the moments of its last calls, the oldest at `next`. */
  const programs = new Map<number, { moments: Float64Array; next: number; last: number }>()
  const forgetIdle = (now: number) => {
    for (const [id, { last }] of programs) if (last <= now - windowMs) programs.delete(id)
  }
  /** @throws {HttpError} 429 */
  return (id: number): void => {
    const now = clock()
    let own = programs.get(id)
    if (!own) {
      forgetIdle(now)
      own = { moments: new Float64Array(maxCalls).fill(Number.NEGATIVE_INFINITY), next: 0, last: now }
      programs.set(id, own)
    }
    const wait = (own.moments[own.next] ?? 0) + windowMs - now
    if (wait > 0) throw tooManyCalls(Math.ceil(wait / 1000))
    own.moments[own.next] = now
    own.next = (own.next + 1) % maxCalls
    own.last = now
  }
}
