import { StoreUnavailableError } from '../FileStore.ts'

const retryPauseMs = 1000

/** After a failure, rejects for 1 s without contacting S3. Then one call probes the store while others are rejected. */
export class CircuitBreaker {
  #failure: { until: number; error: StoreUnavailableError } | undefined
  #isProbing = false

  async run<T>(work: () => Promise<T>): Promise<T> {
    const failure = this.#failure
    if (failure && (this.#isProbing || Date.now() < failure.until)) throw failure.error
    this.#isProbing = failure !== undefined
    try {
      const result = await work()
      this.#failure = undefined
      return result
    } catch (error) {
      if (error instanceof StoreUnavailableError) this.#failure = { until: Date.now() + retryPauseMs, error }
      throw error
    } finally {
      if (failure) this.#isProbing = false
    }
  }
}
