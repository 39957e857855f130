import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { todayIn } from '@flota/contract/core/dates.ts'
import { StartError } from '@flota/postgres/startError.ts'
import { z } from 'zod'
import type { Now } from '../clock.ts'
import { freeBytesAt } from '../limits/freeDiskSpace.ts'
import { assertFreeSpace } from './backupFiles.ts'
import { prepareBackups, readState, removePartialBackups, writeState } from './folders.ts'
import { backupName, expiredNames } from './retention.ts'
import type { DatabaseState } from './tables.ts'

const lastBackup = z.object({
  /** Start of the last attempt. */
  hecho_en: z.iso.datetime(),
  /** Reason of its failure. */
  error: z.string().nullable(),
  /** Duration, size and database state of the last success. */
  seconds: z.number(),
  bytes: z.number().nullable(),
  mark: z.string().nullable(),
  /** Number of missing or damaged files; absent in the state of an older program. */
  archivos_faltan: z.int().default(0),
})
export type LastBackup = z.output<typeof lastBackup>

export const backupReport = z.object({
  /** null if the store was unavailable. */
  archivos_faltan: z.int().nullable(),
  /** Number of damaged files in the backup folder that were replaced. */
  renewed: z.int(),
  unreadable: z.array(z.string()),
})
export type BackupReport = z.output<typeof backupReport>

export interface AutomaticBackupsOptions {
  folder: string
  zone: string
  now: Now
  readState: () => Promise<DatabaseState>
  make: (folder: string) => Promise<BackupReport>
  freeBytes?: (folder: string) => number | Promise<number>
  onError: (error: unknown) => void
}

const hour = 3_600_000
/** After this a backup is made although nothing changed, because it verifies files. */
const maxAge = 6 * 24 * hour
/** After a backup longer than this, backups are daily, at dailyHour. */
const longBackupSeconds = 60
const dailyHour = 2
/** Free disk space that must remain. */
export const minFreeBytes = 1024 ** 3

const stateFile = 'ultimo.json'

/** Automatic backups of the embedded database (docs/contract/configuration.md, BACKUP_DIR). */
export class AutomaticBackups {
  readonly #options: AutomaticBackupsOptions
  #checkedAt: number
  #last: LastBackup | null
  #making: Promise<void> | undefined
  #isStopping = false

  constructor(options: AutomaticBackupsOptions) {
    this.#options = options
    this.#checkedAt = options.now().getTime()
    this.#last = readState(join(options.folder, stateFile), lastBackup) ?? null
  }

  last = (): LastBackup | null => this.#last

  /** Makes a backup if one is due; never rejects. Call it about every minute. */
  tick(): Promise<void> {
    this.#making ??= this.#makeIfDue().finally(() => {
      this.#making = undefined
    })
    return this.#making
  }

  /** Waits for the current backup. An interrupted backup does not count as a failure. */
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
      const isUnchanged = this.#last?.error === null && this.#last.mark === state.mark
      if (isUnchanged && now.getTime() - Date.parse(this.#last?.hecho_en ?? '') < maxAge) return
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
    const day = (moment: number) => todayIn(this.#options.zone, moment - dailyHour * hour)
    return day(now.getTime()) !== day(Date.parse(this.#last.hecho_en))
  }

  async #make(now: Date, { mark, bytes }: DatabaseState): Promise<void> {
    const { folder, zone, make, freeBytes = freeBytesAt } = this.#options
    prepareBackups(folder)
    removePartialBackups(folder)
    assertFreeSpace(await freeBytes(folder), this.#last?.bytes ?? bytes, minFreeBytes)
    const path = join(folder, backupName(now))
    const start = this.#options.now().getTime()
    const report = await make(path)
    const archivos_faltan = report.archivos_faltan ?? this.#last?.archivos_faltan ?? 0
    const seconds = (this.#options.now().getTime() - start) / 1000
    const hecho_en = now.toISOString()
    this.#saveState({ hecho_en, error: null, seconds, bytes: sizeOf(path), mark, archivos_faltan })
    for (const name of expiredNames(readdirSync(folder), zone))
      rmSync(join(folder, name), { recursive: true, force: true })
  }

  #saveState(state: LastBackup): void {
    this.#last = state
    writeState(join(this.#options.folder, stateFile), state)
  }
}

const sizeOf = (folder: string) =>
  readdirSync(folder).reduce((total, name) => total + statSync(join(folder, name)).size, 0)
