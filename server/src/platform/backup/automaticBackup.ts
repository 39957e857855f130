import { readdirSync, readFileSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { todayIn } from '@flota/contract/dates.ts'
import { StartError } from '@flota/postgres/startError.ts'
import { z } from 'zod'
import type { Now } from '../clock.ts'
import { backupName, expiredNames } from './backupName.ts'
import { prepareBackups, removePartialBackups } from './folders.ts'

const last = z.object({
  /** When it was begun, and why it failed. */
  hecho_en: z.iso.datetime(),
  error: z.string().nullable(),
  /** Of the last that went well: how long it took, how large it is, and what the database was then. */
  seconds: z.number(),
  bytes: z.number().nullable(),
  mark: z.string().nullable(),
  /** How many files had no whole bytes; absent in what an older program kept. */
  archivos_faltan: z.int().default(0),
})
export type LastBackup = z.output<typeof last>

/** What a database is now: the mark is another once anything was written that a backup holds. */
export interface DatabaseState {
  mark: string
  bytes: number
}

/** What a backup tells of what it met. */
export const backupReport = z.object({
  /** null where nobody could look. */
  archivos_faltan: z.int().nullable(),
  /** How many files of the backups were damaged, and were copied anew. */
  renewed: z.int(),
  /** Backups that can't be read. */
  unreadable: z.array(z.string()),
})
export type BackupReport = z.output<typeof backupReport>

export interface AutomaticBackupsOptions {
  folder: string
  zone: string
  now: Now
  readState: () => Promise<DatabaseState>
  make: (folder: string) => Promise<BackupReport>
  /** Bytes that are free where the folder lies. */
  free?: (folder: string) => number
  onError: (error: unknown) => void
}

const hour = 3_600_000
/** A backup that takes longer than this is made once a day, after this hour. */
const longBackupSeconds = 60
const dailyHour = 2
/** Bytes. */
export const minFreeBytes = 1024 ** 3

const stateFile = 'ultimo.json'

/** The embedded database's own backups, each in a folder of its own (docs/contract/configuration.md, BACKUP_DIR). */
export class AutomaticBackups {
  readonly #options: AutomaticBackupsOptions
  #checkedAt: number
  #last: LastBackup | null
  #making: Promise<void> | undefined
  #isStopping = false

  constructor(options: AutomaticBackupsOptions) {
    this.#options = options
    this.#checkedAt = options.now().getTime()
    this.#last = readLast(join(options.folder, stateFile))
  }

  last = (): LastBackup | null => this.#last

  /** Looks whether one is due, and makes it; never rejects. To be called every minute or so. */
  tick(): Promise<void> {
    this.#making ??= this.#makeIfDue().finally(() => {
      this.#making = undefined
    })
    return this.#making
  }

  /** Ends when what is being made has ended; that it was cut off is no failure. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#making
  }

  async #makeIfDue(): Promise<void> {
    const now = this.#options.now()
    if (!this.#isDue(now)) return
    this.#checkedAt = now.getTime()
    try {
      const state = await this.#options.readState()
      if (this.#last?.error === null && this.#last.mark === state.mark) return
      await this.#make(now, state)
    } catch (error) {
      if (this.#isStopping) return
      this.#options.onError(error)
      const reason = error instanceof StartError ? error.message : 'No se pudo hacer el respaldo.'
      this.#saveState({
        seconds: 0,
        bytes: null,
        mark: null,
        archivos_faltan: 0,
        ...this.#last,
        hecho_en: now.toISOString(),
        error: reason,
      })
    }
  }

  #isDue(now: Date): boolean {
    if (now.getTime() - this.#checkedAt < hour) return false
    if (!this.#last || this.#last.error !== null || this.#last.seconds <= longBackupSeconds) return true
    // A day that begins at that hour.
    const day = (moment: number) => todayIn(this.#options.zone, moment - dailyHour * hour)
    return day(now.getTime()) !== day(Date.parse(this.#last.hecho_en))
  }

  async #make(now: Date, { mark, bytes }: DatabaseState): Promise<void> {
    const { folder, zone, make, free = freeBytes } = this.#options
    prepareBackups(folder)
    removePartialBackups(folder)
    if (free(folder) - (this.#last?.bytes ?? bytes) < minFreeBytes) {
      throw new StartError('No se hizo el respaldo: quedaría menos de 1 GB libre en el disco.')
    }
    const path = join(folder, backupName(now))
    const begin = this.#options.now().getTime()
    const made = await make(path)
    const archivos_faltan = made.archivos_faltan ?? this.#last?.archivos_faltan ?? 0
    const seconds = (this.#options.now().getTime() - begin) / 1000
    const hecho_en = now.toISOString()
    this.#saveState({ hecho_en, error: null, seconds, bytes: sizeOf(path), mark, archivos_faltan })
    for (const name of expiredNames(readdirSync(folder), zone))
      rmSync(join(folder, name), { recursive: true, force: true })
  }

  #saveState(state: LastBackup): void {
    this.#last = state
    try {
      const file = join(this.#options.folder, stateFile)
      writeFileSync(`${file}.tmp`, JSON.stringify(state), { mode: 0o600 })
      renameSync(`${file}.tmp`, file)
    } catch {
      // A folder that can't be written to has been told; until the next start the state is known.
    }
  }
}

function readLast(file: string): LastBackup | null {
  try {
    return last.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

const freeBytes = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const sizeOf = (folder: string) =>
  readdirSync(folder).reduce((total, name) => total + statSync(join(folder, name)).size, 0)
