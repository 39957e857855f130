import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileStore } from '../../store/FileStore.ts'
import { StoreUnavailableError } from '../../store/storeUnavailable.ts'
import { addFiles, type ReferencedHashes, readReferencedHashes, sharedStore } from '../backupFiles.ts'
import { backupNames, expiredNames } from '../backupName.ts'
import { manifestName, readManifest } from '../manifest.ts'
import type { OffsiteStore } from './OffsiteStore.ts'

interface PushContext {
  /** BACKUP_DIR. */
  folder: string
  zone: string
  /** Where the files of backups lie that are of the rows alone. */
  archivos: FileStore
  signal: AbortSignal
}

/** The whole own backups in a folder, the newest first. */
export const automaticBackupsIn = (folder: string): string[] =>
  existsSync(folder)
    ? backupNames(readdirSync(folder)).filter((name) => existsSync(join(folder, name, manifestName)))
    : []

/** Puts there what is not there yet, and takes away what the folder would no longer keep. @throws {StoreAway} */
export async function pushBackups(store: OffsiteStore, site: PushContext): Promise<void> {
  const { whole } = await store.list()
  const own = automaticBackupsIn(site.folder)
  const gone = new Set(expiredNames([...new Set([...own, ...whole.keys()])], site.zone))
  const files = await store.files.withSizes()
  for (const name of own.toReversed().filter((each) => !whole.has(each) && !gone.has(each))) {
    site.signal.throwIfAborted()
    await pushOne(name, store, files, site)
  }
  await applyRetention(store, files, site)
}

/** Its files first: what the rows name is there by then. */
async function pushOne(
  name: string,
  store: OffsiteStore,
  files: FileStore,
  site: PushContext,
): Promise<void> {
  const folder = join(site.folder, name)
  try {
    const manifest = await readManifest(folder)
    const from = manifest.sin_archivos ? site.archivos : sharedStore(site.folder)
    const named = await readReferencedHashes(folder, manifest)
    await addFiles(named, { from: await from.withSizes(), to: files, signal: site.signal })
    await store.put(name, folder, manifest)
  } catch (error) {
    // The folder was thinned meanwhile; one that can't be read the next own backup tells.
    if (error instanceof StoreUnavailableError || site.signal.aborted) throw error
    const isThere = existsSync(join(folder, manifestName))
    if (isThere && (await readManifest(folder).catch(() => undefined))) throw error
  }
}

async function applyRetention(
  store: OffsiteStore,
  files: FileStore,
  { folder, zone }: PushContext,
): Promise<void> {
  const { whole, parts } = await store.list()
  const gone = expiredNames([...whole.keys()], zone)
  for (const name of [...parts, ...gone]) await store.remove(name)
  const unnamed = new Set(await Array.fromAsync(files.list(), ({ sha256 }) => sha256))
  for (const name of whole.keys()) {
    // The newest names nearly all: the others' rows are read for what it does not.
    if (unnamed.size === 0) return
    if (gone.includes(name)) continue
    const named = await readHashesReferencedBy(name, store, folder)
    // What one names that can't be read nobody knows: nothing goes.
    if (!named) return
    for (const sha256 of named.keys()) unnamed.delete(sha256)
  }
  for (const sha256 of unnamed) await store.files.remove(sha256)
}

/** What the rows of a backup there name, which this machine mostly has too; undefined where they can't be read. */
async function readHashesReferencedBy(
  name: string,
  store: OffsiteStore,
  folder: string,
): Promise<ReferencedHashes | undefined> {
  const own = await readReferencedOrEmpty(join(folder, name)).catch(() => undefined)
  if (own) return own
  const fetched = await mkdtemp(join(tmpdir(), 'flota-respaldo-'))
  try {
    return await readReferencedHashes(fetched, await store.fetch(name, fetched, 'archivos'))
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error
    return undefined
  } finally {
    await rm(fetched, { recursive: true, force: true })
  }
}

const readReferencedOrEmpty = async (folder: string): Promise<ReferencedHashes> =>
  readReferencedHashes(folder, await readManifest(folder))
