import type { RecordKind } from './recordKinds.ts'
import type { RetriedResponse } from './retryingSender.ts'

/** An acknowledged record with the states it passed through, one write each. */
export interface WrittenRecord {
  kind: RecordKind
  name: string
  id: number
  states: string[]
  isRemoved: boolean
}

/** Writes of one client. All names have its unique prefix. */
export interface ClientBatch {
  kind: RecordKind
  prefix: string
  records: WrittenRecord[]
}

/** Counts acknowledged writes and notifies waiters. */
export class AcknowledgedWrites {
  acknowledged = 0
  /** Acknowledged writes whose first attempt got no response. */
  repeated = 0
  /** Responses that no fault explains. */
  readonly unexpectedResponses: string[] = []
  readonly #listeners = new Set<(sentAt: number) => void>()

  acknowledge({ sentAt, tries }: RetriedResponse): void {
    this.acknowledged++
    if (tries > 1) this.repeated++
    for (const listener of this.#listeners) listener(sentAt)
  }

  /** Resolves after `count` more writes. */
  async waitForMore(count: number): Promise<void> {
    const enough = this.acknowledged + count
    await this.#until(() => this.acknowledged >= enough)
  }

  /** Resolves at the first write sent after this moment, to its own moment by performance.now(). */
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
