import { availableParallelism } from 'node:os'
import type { Session } from '../http/authentication.ts'
import type { Chunks } from '../http/stream.ts'
import { type Load, noLoad, turns, turnsOfEach } from './concurrencyLimit.ts'
import { aside } from './spoolToTempFile.ts'

/**
 * Those that read rows hold one of the 16 connections each while they are made; more of them than there are cores
 * would be made no sooner, and everybody else would wait three times as long.
 */
export const longAtOnce = Math.min(3, availableParallelism())
/** A PDF holds none: who wants to print does not wait for workbooks. */
const pdfsAtOnce = 3

export type ExportTurns = ReturnType<typeof exportTurns>

/** Whose turn it is to make a file, for all exports of a process together. */
export function exportTurns() {
  const load = noLoad()
  const ownLoad = noLoad()
  const inTurn = turns(longAtOnce, load)
  // Else many of one user would keep the others waiting, and the room that each takes until it is read.
  const ownTurns = turnsOfEach<number>(1, ownLoad)
  return {
    pdfInTurn: turns(pdfsAtOnce, load),
    long: (gone: AbortSignal, { user }: Session, read: () => Chunks) =>
      ownTurns(user.id)(gone, () => aside(() => inTurn(gone, read))),
    /** How many files and whole periods are being made, and how many wait for their turn. */
    load: (): Load => ({ running: load.running, waiting: load.waiting + ownLoad.waiting }),
  }
}
