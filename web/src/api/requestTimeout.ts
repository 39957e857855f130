/** A connection on the road may hang: after so many ms it counts as dead. */
export function requestTimeout(ms = 20_000): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms)
  return controller.signal
}
