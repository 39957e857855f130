import { availableParallelism } from 'node:os'
import type { Session } from '../http/authentication.ts'
import type { Chunks } from '../http/stream.ts'
import { concurrencyLimit, concurrencyLimitPerKey, emptyLoad, type QueueLoad } from './concurrencyLimit.ts'
import { spoolToTempFile } from './spoolToTempFile.ts'

/**
 * Those that read rows hold one of the 16 connections each while they are made; more of them than there are cores
 * would be made no sooner, and everybody else would wait three times as long.
 */
export const maxRowExports = Math.min(3, availableParallelism())
/** A PDF holds none: who wants to print does not wait for workbooks. */
const maxPdfExports = 3

export type ExportQueue = ReturnType<typeof createExportQueue>

/** Whose turn it is to make a file, for all exports of a process together. */
export function createExportQueue() {
  const load = emptyLoad()
  const perUserLoad = emptyLoad()
  const limited = concurrencyLimit(maxRowExports, load)
  // Else many of one user would keep the others waiting, and the room that each takes until it is read.
  const perUserLimit = concurrencyLimitPerKey<number>(1, perUserLoad)
  return {
    runPdfExport: concurrencyLimit(maxPdfExports, load),
    runRowExport: (signal: AbortSignal, { user }: Session, read: () => Chunks) =>
      perUserLimit(user.id)(signal, () => spoolToTempFile(() => limited(signal, read))),
    /** How many files and whole periods are being made, and how many wait for their turn. */
    load: (): QueueLoad => ({ running: load.running, waiting: load.waiting + perUserLoad.waiting }),
  }
}
