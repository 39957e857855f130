import type { DraftKey } from '../outbox/draftKeys.ts'
import { draftsChanged } from '../outbox/outbox.ts'
import type { DraftPhoto } from './dialogProps.ts'
import { deleteDraft, deletePhoto, storePhoto, storeValues, toStored } from './draftStore.ts'

/** Writes the draft of an open form, one write after the other. While one runs, only the newest values wait. */
export class DraftWriter {
  readonly #key: DraftKey
  #values: object
  #isKnown: boolean
  #hasNewValues = false
  /** While the form is being sent, its draft is deleted with the same transaction. */
  #isPaused = false
  #writes: Promise<unknown> = Promise.resolve()

  constructor(key: DraftKey, values: object, isKnown: boolean) {
    this.#key = key
    this.#values = values
    this.#isKnown = isKnown
  }

  write(values: object): void {
    this.#values = values
    this.#hasNewValues = true
    void this.#enqueue(() => this.#writeNewest())
  }

  /** @throws {Error} with the sentence to show if the phone keeps too many photos */
  writePhoto(photo: DraftPhoto): Promise<void> {
    const stored = toStored(photo)
    return this.#enqueue(async () => {
      if (this.#isPaused) return
      this.#hasNewValues = false
      await storePhoto(this.#key, this.#values, await stored)
      await this.#announce()
    })
  }

  removePhoto = (id: number): Promise<void> => this.#enqueue(() => deletePhoto(this.#key, id))

  /** Stops writing once all is written. */
  async pause(): Promise<void> {
    await this.#writes
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    void this.#enqueue(() => this.#writeNewest())
  }

  /** Deletes the draft; nothing is written after that. */
  async end(): Promise<void> {
    this.#isPaused = true
    await this.#enqueue(() => deleteDraft(this.#key))
    await draftsChanged()
  }

  async #writeNewest() {
    if (!this.#hasNewValues || this.#isPaused) return
    this.#hasNewValues = false
    await storeValues(this.#key, this.#values)
    await this.#announce()
  }

  /** The card shows a new draft. */
  async #announce() {
    if (this.#isKnown) return
    this.#isKnown = true
    await draftsChanged()
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#writes.then(work)
    // The form keeps what cannot be stored; a photo's caller gets the error.
    this.#writes = done.catch(() => undefined)
    return done
  }
}
