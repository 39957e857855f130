import { requestTimeout } from './requestTimeout.ts'
import { createStore } from './store.ts'

const store = createStore(true)
const retryDelaysMs = [1000, 2000, 4000, 8000]
let failedProbes = 0
let probeTimer: number | undefined

const reconnectListeners = new Set<() => void>()
/** When they were told last. A call that dies within this time after it, though the server answers, may do so each time. */
let notifiedAtMs = Number.NEGATIVE_INFINITY
const relapseWindowMs = 60_000
let relapses = 0
let notifyTimer: number | undefined

/** Whether the last call reached the server. */
export const useConnected = store.use

/** Who listens asks again for what did not come. */
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
/** Each answer of a call, as it comes. */
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
    // Else what nobody answers keeps its connection, of which a browser has six, from the calls that come later.
    const { ok, status } = await fetch('/api/salud', { cache: 'no-store', signal: requestTimeout() })
    // 503 is an answer of our own server; other failures come from a proxy in front of it.
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
