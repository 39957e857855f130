import { join } from 'node:path'
import { StartError } from '@flota/postgres/startError.ts'
import { z } from 'zod'
import type { Now } from '../clock.ts'
import { readState, writeState } from './folders.ts'
import { findBackups } from './retention.ts'

const offsite = z.object({
  /** Time of the first attempt. */
  desde: z.iso.datetime(),
  /** Time of the last success; null before the first one. */
  hecho_en: z.iso.datetime().nullable(),
  /** Reason of the last attempt's failure; null if it succeeded. */
  error: z.string().nullable(),
  /** Newest automatic backup at the last success. */
  nombre: z.string().nullable(),
})
export type OffsiteState = z.output<typeof offsite>

const minute = 60_000
const retryPauseMs = 15 * minute
const day = 24 * 60 * minute

const stateFile = 'fuera.json'

export const isOffsiteLate = ({ desde, hecho_en, error }: OffsiteState, now: Date): boolean =>
  error !== null && now.getTime() - Date.parse(hecho_en ?? desde) > day

interface OffsiteOptions {
  /** BACKUP_DIR. */
  folder: string
  now: Now
  push: () => Promise<void>
  onError: (error: unknown) => void
}

/** Pushes each new automatic backup to the offsite store and retries failures. The local backups are unaffected. */
export class OffsiteBackups {
  readonly #options: OffsiteOptions
  #state: OffsiteState
  #attemptedAt: { name: string; at: number } | undefined
  #pushing: Promise<void> | undefined
  #isStopping = false

  constructor(options: OffsiteOptions) {
    this.#options = options
    this.#state = readState(join(options.folder, stateFile), offsite) ?? {
      desde: options.now().toISOString(),
      hecho_en: null,
      error: null,
      nombre: null,
    }
  }

  last = (): OffsiteState => this.#state

  /** Pushes the newest backup if it is due; never rejects. Call it about every minute. */
  tick(): Promise<void> {
    this.#pushing ??= this.#pushIfDue().finally(() => {
      this.#pushing = undefined
    })
    return this.#pushing
  }

  /** Waits for the current push. An interrupted push does not count as a failure. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#pushing
  }

  async #pushIfDue(): Promise<void> {
    const { folder, now, push, onError } = this.#options
    const [name] = findBackups(folder)
    const { nombre, error } = this.#state
    if (name === undefined || (name === nombre && error === null)) return
    const at = now().getTime()
    if (this.#attemptedAt?.name === name && at - this.#attemptedAt.at < retryPauseMs) return
    this.#attemptedAt = { name, at }
    try {
      await push()
      this.#saveState({ ...this.#state, hecho_en: now().toISOString(), error: null, nombre: name })
    } catch (failure) {
      if (this.#isStopping) return
      onError(failure)
      const reason = failure instanceof StartError ? failure.message : 'No se pudo copiar el respaldo.'
      this.#saveState({ ...this.#state, error: reason })
    }
  }

  #saveState(state: OffsiteState): void {
    this.#state = state
    writeState(join(this.#options.folder, stateFile), state)
  }
}
