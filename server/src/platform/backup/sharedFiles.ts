import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FileStore } from '../store/FileStore.ts'
import {
  type AddFilesResult,
  addFiles,
  type ReferencedHashes,
  readLines,
  readReferencedHashes,
  sharedStore,
} from './backupFiles.ts'
import { manifestName, readManifest } from './manifest.ts'

// The files that several backups in one folder share: each is there once, while a backup there names it.

const hour = 3_600_000
/** Prime: whether a backup is made each hour or each day, every part has its turn. */
const readingTurns = 23

/** A part of all hashes, another each hour: what is read from end to end, since it can't be everything each time. */
export const isReadingTurn = (moment: Date) => {
  const turn = Math.floor(moment.getTime() / hour) % readingTurns
  return (sha256: string): boolean => Number.parseInt(sha256.slice(0, 8), 16) % readingTurns === turn
}

interface AddSharedOptions {
  from: FileStore
  signal: AbortSignal
  leaves?: number
  moment: Date
}

/** Adds what a new backup names, looking at the sizes of what the others left there, and by turns at all bytes. */
export async function addSharedFiles(
  backups: string,
  named: ReferencedHashes,
  { moment, ...adding }: AddSharedOptions,
): Promise<AddFilesResult> {
  const to = sharedStore(backups)
  const added = await addFiles(named, { ...adding, to, reads: isReadingTurn(moment) })
  // Each later look finds it missing, and not only that whose turn it is to read it.
  for (const sha256 of added.damaged) await to.quarantine(sha256)
  return added
}

/**
 * Takes away what no backup there names. One that can't be read names what its rows still tell.
 * @returns the names of those that can't be read
 */
export async function deleteUnreferenced(backups: string, signal: AbortSignal): Promise<string[]> {
  const store = sharedStore(backups)
  const unnamed = await store.hashes()
  const unreadable: string[] = []
  for (const name of readdirSync(backups).toSorted().toReversed()) {
    const folder = join(backups, name)
    if (!existsSync(join(folder, manifestName))) continue
    signal.throwIfAborted()
    try {
      const manifest = await readManifest(folder)
      // The newest names nearly all: the others' rows are read for what it does not.
      if (unnamed.size === 0) continue
      for (const sha256 of (await readReferencedHashes(folder, manifest)).keys()) unnamed.delete(sha256)
    } catch {
      unreadable.push(name)
      for (const sha256 of await readableHashes(folder)) unnamed.delete(sha256)
    }
  }
  for (const sha256 of unnamed) await store.removeAll(sha256)
  await store.staging.removeOlderThan(24 * hour)
  return unreadable
}

/** What a damaged backup, or one of a newer program, names as far as it can be read. */
async function readableHashes(folder: string): Promise<string[]> {
  const told: string[] = []
  try {
    for await (const line of readLines(join(folder, 'archivos.copy.zst')))
      told.push(...(line.match(/\b[0-9a-f]{64}\b/g) ?? []))
  } catch {
    // Up to where it is damaged.
  }
  return told
}
