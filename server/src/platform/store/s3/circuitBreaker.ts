import { StoreUnavailableError } from '../storeUnavailable.ts'

/** For so many ms nobody asks a store that was away: who comes is told at once. */
const retryPauseMs = 1000

/** Once it was away, one asks it again after a moment; the others do not wait for what that one hears. */
export class CircuitBreaker {
  #failure: { until: number; why: StoreUnavailableError } | undefined
  #isProbing = false

  async run<T>(work: () => Promise<T>): Promise<T> {
    const shut = this.#failure
    if (shut && (this.#isProbing || Date.now() < shut.until)) throw shut.why
    this.#isProbing = shut !== undefined
    try {
      const done = await work()
      this.#failure = undefined
      return done
    } catch (error) {
      if (error instanceof StoreUnavailableError)
        this.#failure = { until: Date.now() + retryPauseMs, why: error }
      throw error
    } finally {
      if (shut) this.#isProbing = false
    }
  }
}
