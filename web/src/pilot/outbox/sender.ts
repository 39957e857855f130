import { requestTimeout } from '../../api/connection.ts'
import { getSession } from '../../api/session.ts'
import { type AttemptResult, attemptSend } from './attemptSend.ts'
import { nextChanges, nextPicture } from './outboxItems.ts'
import { readItems } from './store.ts'

/** A route, or the pictures of all. */
type Lane = number | 'pictures'

interface SenderCallbacks {
  usuario: number
  /** Something of the queue has changed, or begins or ends to be sent. */
  onChange: (sending: boolean) => void
  /** A run is over in which the server took something. */
  onSent: () => void
}

const lockName = 'flota-cola'
/** In ms. A tab that the phone has put to sleep may hold the lock for ever. */
const lockTimeoutMs = 150_000
/** For all tabs: until when, in ms, the server wants to be left alone. */
const restStorageKey = 'cola hasta'
const maxRestMs = 3_600_000

function isServerResting() {
  const left = Number(localStorage.getItem(restStorageKey)) - Date.now()
  // A clock that was set back does not make it longer.
  return left > 0 && left <= maxRestMs
}

/** What becomes of a try that this phone itself broke. */
const unknownOutcome: AttemptResult = { lane: 'stop', retryAfterSeconds: 0 }

/** One tab at a time; where the browser cannot say which, each, and the keys keep it once. */
async function withTabLock(work: () => Promise<void>) {
  if (!('locks' in navigator)) return work()
  try {
    await navigator.locks.request(lockName, { signal: requestTimeout(lockTimeoutMs) }, work)
  } catch (error) {
    const waited = error instanceof DOMException && error.name === 'TimeoutError'
    if (waited) await navigator.locks.request(lockName, { steal: true }, work).catch(() => undefined)
  }
}

/** Sends what waits of a user, run by run. */
export class OutboxSender {
  readonly #hooks: SenderCallbacks
  readonly #lanes = new Set<Lane>()
  /** What got no answer in this run. */
  readonly #stopped = new Set<Lane>()
  #holding = false
  #asking = false
  #sent = false
  #finish = () => {}
  #stepping = Promise.resolve()

  constructor(hooks: SenderCallbacks) {
    this.#hooks = hooks
  }

  /** Begins a run, in which everything that may go is tried. */
  readonly run = () => {
    if (!this.#may() || isServerResting()) return
    if (this.#holding) this.#stopped.clear()
    this.#pump()
  }

  readonly #may = () => getSession()?.user.id === this.#hooks.usuario && navigator.onLine

  /** One step after the other, so that what was decided during one is seen by the next. */
  #pump() {
    this.#stepping = this.#stepping.then(() => this.#step()).catch(() => this.#finish())
  }

  async #step() {
    if (!this.#holding) return this.#ask()
    const items = (this.#may() && (await readItems(this.#hooks.usuario))) || []
    const now = Date.now()
    const isFree = (lane: Lane) => !this.#lanes.has(lane) && !this.#stopped.has(lane)
    for (const { id, ruta_id } of nextChanges(items, now)) if (isFree(ruta_id)) void this.#drive(ruta_id, id)
    const isBusy = [...this.#lanes].some((lane) => lane !== 'pictures')
    const picture = isBusy || !isFree('pictures') ? undefined : nextPicture(items, now)
    if (picture) void this.#drive('pictures', picture.id)
    if (this.#lanes.size === 0) this.#finish()
  }

  async #drive(lane: Lane, id: number) {
    const { onChange } = this.#hooks
    this.#lanes.add(lane)
    onChange(true)
    const { lane: ends, retryAfterSeconds } = await attemptSend(id, this.#may).catch(() => unknownOutcome)
    this.#lanes.delete(lane)
    if (retryAfterSeconds > 0) {
      localStorage.setItem(restStorageKey, String(Date.now() + retryAfterSeconds * 1000))
      setTimeout(this.run, retryAfterSeconds * 1000)
    }
    if (ends === 'stop') this.#stopped.add(lane)
    if (ends === 'done') {
      this.#sent = true
      // Each success begins a run.
      if (!isServerResting()) this.#stopped.clear()
    }
    onChange(this.#lanes.size > 0)
    this.#pump()
  }

  #ask() {
    if (this.#asking) return
    this.#asking = true
    void withTabLock(() => this.#hold()).finally(() => {
      // Where the browser refuses the lock, or another tab took it.
      this.#asking = false
      this.#holding = false
    })
  }

  async #hold() {
    this.#asking = false
    this.#holding = true
    this.#stopped.clear()
    await new Promise<void>((resolve) => {
      this.#finish = () => {
        this.#holding = false
        resolve()
      }
      this.#pump()
    })
    if (this.#sent) this.#hooks.onSent()
    this.#sent = false
  }
}
