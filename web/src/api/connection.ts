import { patience } from './requestTimeout.ts'
import { createStore } from './store.ts'

const store = createStore(true)
const waits = [1000, 2000, 4000, 8000]
let tries = 0
let timer: number | undefined

const listeners = new Set<() => void>()
/** When they were told last. A call that dies within this time after it, though the server answers, may do so each time. */
let toldAt = Number.NEGATIVE_INFINITY
const soon = 60_000
let relapses = 0
let telling: number | undefined

/** Whether the last call reached the server. */
export const useConnected = store.use

/** Who listens asks again for what did not come. */
export function onReconnected(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function tell() {
  window.clearTimeout(telling)
  telling = undefined
  toldAt = Date.now()
  for (const listener of listeners) listener()
}

let hear: (response: Response) => void = () => {}
/** Each answer of a call, as it comes. */
export const onAnswer = (listener: typeof hear) => {
  hear = listener
}

export function reportAnswer(response?: Response) {
  if (response) hear(response)
  window.clearTimeout(timer)
  timer = undefined
  tries = 0
  if (store.get()) return
  store.set(true)
  tell()
}

export function reportNoAnswer() {
  if (timer !== undefined) return
  if (Date.now() - toldAt < soon) return void knock()
  relapses = 0
  lose()
}

function lose() {
  store.set(false)
  timer ??= window.setTimeout(knock, waits[Math.min(tries++, waits.length - 1)])
}

async function knock() {
  timer = undefined
  try {
    // Else what nobody answers keeps its connection, of which a browser has six, from the calls that come later.
    const { ok, status } = await fetch('/api/salud', { cache: 'no-store', signal: patience() })
    // 503 is an answer of our own server; other failures come from a proxy in front of it.
    if (!ok && status !== 503) lose()
    else if (!store.get()) reportAnswer()
    else telling ??= window.setTimeout(tell, 1000 * 2 ** Math.min(++relapses, 6))
  } catch {
    lose()
  }
}

window.addEventListener('offline', reportNoAnswer)
window.addEventListener('online', () => {
  window.clearTimeout(timer)
  if (!store.get()) void knock()
})
