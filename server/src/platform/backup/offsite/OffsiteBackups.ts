import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '@flota/postgres/startError.ts'
import { z } from 'zod'
import type { Now } from '../../clock.ts'
import { automaticBackupsIn } from './push.ts'

const offsite = z.object({
  /** When it was first tried. */
  desde: z.iso.datetime(),
  /** When the newest own backup was put there last; null until then. */
  hecho_en: z.iso.datetime().nullable(),
  /** Why the last try failed; null when it went well. */
  error: z.string().nullable(),
  /** The newest own backup of then. */
  nombre: z.string().nullable(),
})
export type OffsiteState = z.output<typeof offsite>

const minute = 60_000
/** After a failed try. */
const retryPauseMs = 15 * minute
const day = 24 * 60 * minute

const stateFile = 'fuera.json'

/** Whether no own backup has come off this machine for a day, though one was to: a mail and a word on the panel. */
export const isOffsiteLate = ({ desde, hecho_en, error }: OffsiteState, now: Date): boolean =>
  error !== null && now.getTime() - Date.parse(hecho_en ?? desde) > day

interface OffsiteOptions {
  /** BACKUP_DIR. */
  folder: string
  now: Now
  push: () => Promise<void>
  onError: (error: unknown) => void
}

/** Each own backup put into a store off this machine once it is made; what fails is tried again, and costs no local one. */
export class OffsiteBackups {
  readonly #options: OffsiteOptions
  #state: OffsiteState
  #attemptedAt: { name: string; at: number } | undefined
  #pushing: Promise<void> | undefined
  #isStopping = false

  constructor(options: OffsiteOptions) {
    this.#options = options
    this.#state = readState(join(options.folder, stateFile)) ?? {
      desde: options.now().toISOString(),
      hecho_en: null,
      error: null,
      nombre: null,
    }
  }

  last = (): OffsiteState => this.#state

  /** Looks whether one is to be put there, and puts it; never rejects. To be called every minute or so. */
  tick(): Promise<void> {
    this.#pushing ??= this.#pushIfDue().finally(() => {
      this.#pushing = undefined
    })
    return this.#pushing
  }

  /** Ends when what is under way has ended; that it was cut off is no failure. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#pushing
  }

  async #pushIfDue(): Promise<void> {
    const { folder, now, push, onError } = this.#options
    const [name] = automaticBackupsIn(folder)
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
    try {
      const file = join(this.#options.folder, stateFile)
      writeFileSync(`${file}.tmp`, JSON.stringify(state), { mode: 0o600 })
      renameSync(`${file}.tmp`, file)
    } catch {
      // A folder that can't be written to is told by the own backups.
    }
  }
}

function readState(file: string): OffsiteState | undefined {
  try {
    return offsite.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
