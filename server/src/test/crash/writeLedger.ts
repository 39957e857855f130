import type { RecordKind } from './recordKinds.ts'
import type { RetriedResponse } from './retryingSender.ts'

/** A record as it was acknowledged: the states that it has gone through, one write each. */
export interface WrittenRecord {
  kind: RecordKind
  name: string
  id: number
  states: string[]
  isRemoved: boolean
}

/** What one client wrote: all names begin with the prefix, and nobody else's. */
export interface ClientBatch {
  kind: RecordKind
  prefix: string
  records: WrittenRecord[]
}

/** What was acknowledged, and who waits for more of it. */
export class AcknowledgedWrites {
  acknowledged = 0
  /** Of these the first try had no answer. */
  repeated = 0
  /** Answers that no fault explains. */
  readonly unexpectedResponses: string[] = []
  readonly #listeners = new Set<(sentAt: number) => void>()

  acknowledge({ sentAt, tries }: RetriedResponse): void {
    this.acknowledged++
    if (tries > 1) this.repeated++
    for (const listener of this.#listeners) listener(sentAt)
  }

  /** Resolves after so many more. */
  async waitForMore(count: number): Promise<void> {
    const enough = this.acknowledged + count
    await this.#until(() => this.acknowledged >= enough)
  }

  /** Resolves with the first one that was sent after this moment: its own moment, by performance.now(). */
  async waitUntilServed(since: number): Promise<number> {
    await this.#until((sentAt) => sentAt >= since)
    return performance.now()
  }

  #until(isMet: (sentAt: number) => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const listener = (sentAt: number) => {
      if (!isMet(sentAt)) return
      this.#listeners.delete(listener)
      resolve()
    }
    this.#listeners.add(listener)
    return promise
  }
}
