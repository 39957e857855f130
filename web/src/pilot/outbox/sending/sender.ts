import { requestTimeout } from '../../../api/connection.ts'
import { getSession } from '../../../api/session.ts'
import { readItems } from '../store.ts'
import { type AttemptResult, attemptSend } from './attemptSend.ts'
import { nextChanges, nextPicture } from './nextItems.ts'

/** Items that are sent one after the other: those of a trip, or all pictures. */
type Lane = number | 'pictures'

interface SenderCallbacks {
  usuario: number
  /** The stored items have changed, or a send starts or ends. */
  onChange: (sending: boolean) => void
  /** A run with at least one success has ended. */
  onSent: () => void
}

const lockName = 'flota-cola'
/** A sleeping tab may never release the lock. */
const lockTimeoutMs = 150_000
/** Shared by all tabs: timestamp in ms until which the server wants no requests. */
const restStorageKey = 'cola hasta'
const maxRestMs = 3_600_000

function isServerResting() {
  const remainingMs = Number(localStorage.getItem(restStorageKey)) - Date.now()
  // The clock may have been set back.
  return remainingMs > 0 && remainingMs <= maxRestMs
}

/** Result of an attempt that failed on the phone itself. */
const unknownOutcome: AttemptResult = { lane: 'stop', retryAfterSeconds: 0 }

/** Runs `work` in one tab at a time. Without Web Locks every tab runs; the idempotency keys prevent duplicates. */
async function withTabLock(work: () => Promise<void>) {
  if (!('locks' in navigator)) return work()
  try {
    await navigator.locks.request(lockName, { signal: requestTimeout(lockTimeoutMs) }, work)
  } catch (error) {
    const hasTimedOut = error instanceof DOMException && error.name === 'TimeoutError'
    if (hasTimedOut) await navigator.locks.request(lockName, { steal: true }, work).catch(() => undefined)
  }
}

export class OutboxSender {
  readonly #hooks: SenderCallbacks
  readonly #lanes = new Set<Lane>()
  /** Lanes without a response in this run. */
  readonly #stopped = new Set<Lane>()
  #hasLock = false
  #isWaitingForLock = false
  #hasSent = false
  #finish = () => {}
  #steps = Promise.resolve()

  constructor(hooks: SenderCallbacks) {
    this.#hooks = hooks
  }

  /** Starts a run, which tries every item that can be sent. */
  readonly run = () => {
    if (!this.#canSend() || isServerResting()) return
    if (this.#hasLock) this.#stopped.clear()
    this.#scheduleStep()
  }

  readonly #canSend = () => getSession()?.user.id === this.#hooks.usuario && navigator.onLine

  /** Steps run one after the other: each sees the items that were stored during the previous one. */
  #scheduleStep() {
    this.#steps = this.#steps.then(() => this.#step()).catch(() => this.#finish())
  }

  async #step() {
    if (!this.#hasLock) return this.#requestLock()
    const items = (this.#canSend() && (await readItems(this.#hooks.usuario))) || []
    const now = Date.now()
    const isFree = (lane: Lane) => !this.#lanes.has(lane) && !this.#stopped.has(lane)
    for (const { id, ruta_id } of nextChanges(items, now))
      if (isFree(ruta_id)) void this.#sendLane(ruta_id, id)
    const isBusy = [...this.#lanes].some((lane) => lane !== 'pictures')
    const picture = isBusy || !isFree('pictures') ? undefined : nextPicture(items, now)
    if (picture) void this.#sendLane('pictures', picture.id)
    if (this.#lanes.size === 0) this.#finish()
  }

  async #sendLane(lane: Lane, id: number) {
    const { onChange } = this.#hooks
    this.#lanes.add(lane)
    onChange(true)
    const { lane: outcome, retryAfterSeconds } = await attemptSend(id, this.#canSend).catch(
      () => unknownOutcome,
    )
    this.#lanes.delete(lane)
    if (retryAfterSeconds > 0) {
      localStorage.setItem(restStorageKey, String(Date.now() + retryAfterSeconds * 1000))
      setTimeout(this.run, retryAfterSeconds * 1000)
    }
    if (outcome === 'stop') this.#stopped.add(lane)
    if (outcome === 'done') {
      this.#hasSent = true
      // A success starts a new run.
      if (!isServerResting()) this.#stopped.clear()
    }
    onChange(this.#lanes.size > 0)
    this.#scheduleStep()
  }

  #requestLock() {
    if (this.#isWaitingForLock) return
    this.#isWaitingForLock = true
    void withTabLock(() => this.#runLocked()).finally(() => {
      // The browser has rejected the lock, or another tab has taken it.
      this.#isWaitingForLock = false
      this.#hasLock = false
    })
  }

  async #runLocked() {
    this.#isWaitingForLock = false
    this.#hasLock = true
    this.#stopped.clear()
    await new Promise<void>((resolve) => {
      this.#finish = () => {
        this.#hasLock = false
        resolve()
      }
      this.#scheduleStep()
    })
    if (this.#hasSent) this.#hooks.onSent()
    this.#hasSent = false
  }
}
