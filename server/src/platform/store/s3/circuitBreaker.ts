import { StoreAway } from '../storeUnavailable.ts'

/** For so many ms nobody asks a store that was away: who comes is told at once. */
const pause = 1000

/** Once it was away, one asks it again after a moment; the others do not wait for what that one hears. */
export class Door {
  #shut: { until: number; why: StoreAway } | undefined
  #isTried = false

  async through<T>(work: () => Promise<T>): Promise<T> {
    const shut = this.#shut
    if (shut && (this.#isTried || Date.now() < shut.until)) throw shut.why
    this.#isTried = shut !== undefined
    try {
      const done = await work()
      this.#shut = undefined
      return done
    } catch (error) {
      if (error instanceof StoreAway) this.#shut = { until: Date.now() + pause, why: error }
      throw error
    } finally {
      if (shut) this.#isTried = false
    }
  }
}
