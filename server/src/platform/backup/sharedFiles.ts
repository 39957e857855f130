import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  type AddFilesOptions,
  type AddFilesResult,
  addFiles,
  filesStore,
  type ReferencedHashes,
  readLines,
  readReferencedHashes,
} from './backupFiles.ts'
import { readState, writeState } from './folders.ts'
import { manifestName, readManifest } from './manifest.ts'

// Backups in one folder share their files: each is stored once, as long as a backup references it.

const hour = 3_600_000
/** Six days: daily backups then verify each file at least once a week. */
const cycleHours = 144

/**
 * Selects the files to read and verify: those whose hour of the cycle came since the previous verification, because
 * reading all takes too long.
 */
export const isVerificationTurn = (moment: Date, previous: Date | undefined) => {
  const hourOf = (date: Date) => Math.floor(date.getTime() / hour)
  const present = hourOf(moment)
  // A previous moment in the future is a clock that was wrong.
  const after = previous && previous <= moment ? hourOf(previous) : 0
  return (sha256: string): boolean => {
    const turn = Number.parseInt(sha256.slice(0, 8), 16) % cycleHours
    return present - ((present - turn) % cycleHours) > after
  }
}

const verificationFile = 'revision.json'
const verification = z.object({
  moment: z.iso.datetime(),
  /** Hashes of the damaged originals, which are verified each time. */
  danados: z.array(z.string()),
})

export type AddSharedOptions = Omit<AddFilesOptions, 'to' | 'verifies' | 'verifiesSource'> & {
  /** Time of the snapshot. */
  moment: Date
}

/** Adds the files of a new backup. Checks the size of existing ones and, by turns, the bytes of original and copy. */
export async function addSharedFiles(
  backups: string,
  referenced: ReferencedHashes,
  { moment, ...options }: AddSharedOptions,
): Promise<AddFilesResult> {
  const to = filesStore(backups)
  const stateFile = join(backups, verificationFile)
  const last = readState(stateFile, verification)
  const verifies = isVerificationTurn(moment, last && new Date(last.moment))
  const known = new Set(last?.danados)
  const verifiesSource = (sha256: string) => verifies(sha256) || known.has(sha256)
  const added = await addFiles(referenced, { ...options, to, verifies, verifiesSource })
  // From now on each backup reports it as missing, not only the one that verifies it.
  for (const sha256 of added.damaged) await to.quarantine(sha256)
  writeState(stateFile, { moment: moment.toISOString(), danados: added.damagedSources })
  return added
}

/**
 * Deletes the files that no backup in the folder references.
 * @returns the names of unreadable backups, whose readable hashes still count
 */
export async function deleteUnreferenced(backups: string, signal: AbortSignal): Promise<string[]> {
  const store = filesStore(backups)
  const unreferenced = await store.hashes()
  const unreadable: string[] = []
  for (const name of readdirSync(backups).toSorted().toReversed()) {
    const folder = join(backups, name)
    if (!existsSync(join(folder, manifestName))) continue
    signal.throwIfAborted()
    try {
      const manifest = await readManifest(folder)
      // The newest backup references nearly all files; most often no other one needs to be read.
      if (unreferenced.size === 0) continue
      for (const sha256 of (await readReferencedHashes(folder, manifest)).keys()) unreferenced.delete(sha256)
    } catch {
      unreadable.push(name)
      for (const sha256 of await readableHashes(folder)) unreferenced.delete(sha256)
    }
  }
  for (const sha256 of unreferenced) await store.removeAll(sha256)
  await store.staging.removeOlderThan(24 * hour)
  return unreadable
}

/** Returns the hashes of a damaged or newer backup, as far as its rows are readable. */
async function readableHashes(folder: string): Promise<string[]> {
  const hashes: string[] = []
  try {
    for await (const line of readLines(join(folder, 'archivos.copy.zst')))
      hashes.push(...(line.match(/\b[0-9a-f]{64}\b/g) ?? []))
  } catch {
    // The rest is damaged.
  }
  return hashes
}
