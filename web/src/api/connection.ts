import { createStore } from './store.ts'

const store = createStore(true)
const waits = [1000, 2000, 4000, 8000]
let tries = 0
let timer: number | undefined

/** Whether the last call reached the server. */
export const useConnected = store.use

export const onReconnected = (listener: () => void) => store.subscribe(() => store.get() && listener())

export function reportAnswer() {
  window.clearTimeout(timer)
  timer = undefined
  tries = 0
  store.set(true)
}

export function reportNoAnswer() {
  store.set(false)
  if (timer !== undefined) return
  timer = window.setTimeout(knock, waits[Math.min(tries++, waits.length - 1)])
}

async function knock() {
  timer = undefined
  try {
    const { ok, status } = await fetch('/api/salud', { cache: 'no-store' })
    // 503 is an answer of our own server; other failures come from a proxy in front of it.
    if (ok || status === 503) reportAnswer()
    else reportNoAnswer()
  } catch {
    reportNoAnswer()
  }
}

window.addEventListener('offline', reportNoAnswer)
window.addEventListener('online', () => {
  window.clearTimeout(timer)
  if (!store.get()) void knock()
})
