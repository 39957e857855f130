/** A connection on the road may hang: after so many ms it counts as dead. */
export function patience(ms = 20_000): AbortSignal {
  const waiting = new AbortController()
  setTimeout(() => waiting.abort(new DOMException('', 'TimeoutError')), ms)
  return waiting.signal
}
