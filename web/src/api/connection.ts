import { createStore } from './store.ts'

/** Returns a signal that aborts a request after `ms`: without it a lost mobile connection hangs for minutes. */
export function requestTimeout(ms = 20_000): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms)
  return controller.signal
}

const store = createStore(true)
const retryDelaysMs = [1000, 2000, 4000, 8000]
let failedProbes = 0
let probeTimer: number | undefined

const reconnectListeners = new Set<() => void>()
/** Last notification. A call that fails soon after it, although the probe succeeds, may fail each time. */
let notifiedAtMs = Number.NEGATIVE_INFINITY
const relapseWindowMs = 60_000
let relapses = 0
let notifyTimer: number | undefined

export const useConnected = store.use

/** Adds a listener that repeats its failed requests. Returns a function that removes it. */
export function onReconnected(listener: () => void) {
  reconnectListeners.add(listener)
  return () => void reconnectListeners.delete(listener)
}

function notifyReconnected() {
  window.clearTimeout(notifyTimer)
  notifyTimer = undefined
  notifiedAtMs = Date.now()
  for (const listener of reconnectListeners) listener()
}

let answerListener: (response: Response) => void = () => {}
/** Sets the listener for the response of every call. */
export const onAnswer = (listener: typeof answerListener) => {
  answerListener = listener
}

export function reportAnswer(response?: Response) {
  if (response) answerListener(response)
  window.clearTimeout(probeTimer)
  probeTimer = undefined
  failedProbes = 0
  if (store.get()) return
  store.set(true)
  notifyReconnected()
}

export function reportConnectionLost() {
  if (probeTimer !== undefined) return
  if (Date.now() - notifiedAtMs < relapseWindowMs) return void probeServer()
  relapses = 0
  markDisconnected()
}

function markDisconnected() {
  store.set(false)
  probeTimer ??= window.setTimeout(
    probeServer,
    retryDelaysMs[Math.min(failedProbes++, retryDelaysMs.length - 1)],
  )
}

async function probeServer() {
  probeTimer = undefined
  try {
    // Without a timeout a hanging probe occupies one of the six connections of the browser.
    const { ok, status } = await fetch('/api/salud', { cache: 'no-store', signal: requestTimeout() })
    // Our own server answers 503; other errors come from a proxy in front of it.
    if (!ok && status !== 503) markDisconnected()
    else if (!store.get()) reportAnswer()
    else notifyTimer ??= window.setTimeout(notifyReconnected, 1000 * 2 ** Math.min(++relapses, 6))
  } catch {
    markDisconnected()
  }
}

window.addEventListener('offline', reportConnectionLost)
window.addEventListener('online', () => {
  window.clearTimeout(probeTimer)
  if (!store.get()) void probeServer()
})
