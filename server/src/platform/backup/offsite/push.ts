import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileStore } from '../../store/FileStore.ts'
import { StoreAway } from '../../store/storeUnavailable.ts'
import { addFiles, type NamedHashes, namedIn, sharedStore } from '../backupFiles.ts'
import { counted, outdated } from '../backupName.ts'
import { manifestName, readManifest } from '../manifest.ts'
import type { OffsiteStore } from './OffsiteStore.ts'

interface Site {
  /** BACKUP_DIR. */
  folder: string
  zone: string
  /** Where the files of backups lie that are of the rows alone. */
  archivos: FileStore
  signal: AbortSignal
}

/** The whole own backups in a folder, the newest first. */
export const ownIn = (folder: string): string[] =>
  existsSync(folder)
    ? counted(readdirSync(folder)).filter((name) => existsSync(join(folder, name, manifestName)))
    : []

/** Puts there what is not there yet, and takes away what the folder would no longer keep. @throws {StoreAway} */
export async function pushBackups(store: OffsiteStore, site: Site): Promise<void> {
  const { whole } = await store.look()
  const own = ownIn(site.folder)
  const gone = new Set(outdated([...new Set([...own, ...whole.keys()])], site.zone))
  const files = await store.files.withSizes()
  for (const name of own.toReversed().filter((each) => !whole.has(each) && !gone.has(each))) {
    site.signal.throwIfAborted()
    await pushOne(name, store, files, site)
  }
  await thin(store, files, site)
}

/** Its files first: what the rows name is there by then. */
async function pushOne(name: string, store: OffsiteStore, files: FileStore, site: Site): Promise<void> {
  const folder = join(site.folder, name)
  try {
    const manifest = await readManifest(folder)
    const from = manifest.sin_archivos ? site.archivos : sharedStore(site.folder)
    const named = await namedIn(folder, manifest)
    await addFiles(named, { from: await from.withSizes(), to: files, signal: site.signal })
    await store.put(name, folder, manifest)
  } catch (error) {
    // The folder was thinned meanwhile; one that can't be read the next own backup tells.
    if (error instanceof StoreAway || site.signal.aborted) throw error
    const isThere = existsSync(join(folder, manifestName))
    if (isThere && (await readManifest(folder).catch(() => undefined))) throw error
  }
}

async function thin(store: OffsiteStore, files: FileStore, { folder, zone }: Site): Promise<void> {
  const { whole, parts } = await store.look()
  const gone = outdated([...whole.keys()], zone)
  for (const name of [...parts, ...gone]) await store.remove(name)
  const unnamed = new Set(await Array.fromAsync(files.list(), ({ sha256 }) => sha256))
  for (const name of whole.keys()) {
    // The newest names nearly all: the others' rows are read for what it does not.
    if (unnamed.size === 0) return
    if (gone.includes(name)) continue
    const named = await namedBy(name, store, folder)
    // What one names that can't be read nobody knows: nothing goes.
    if (!named) return
    for (const sha256 of named.keys()) unnamed.delete(sha256)
  }
  for (const sha256 of unnamed) await store.files.remove(sha256)
}

/** What the rows of a backup there name, which this machine mostly has too; undefined where they can't be read. */
async function namedBy(name: string, store: OffsiteStore, folder: string): Promise<NamedHashes | undefined> {
  const own = await readNamed(join(folder, name)).catch(() => undefined)
  if (own) return own
  const fetched = await mkdtemp(join(tmpdir(), 'flota-respaldo-'))
  try {
    return await namedIn(fetched, await store.fetch(name, fetched, 'archivos'))
  } catch (error) {
    if (error instanceof StoreAway) throw error
    return undefined
  } finally {
    await rm(fetched, { recursive: true, force: true })
  }
}

const readNamed = async (folder: string): Promise<NamedHashes> => namedIn(folder, await readManifest(folder))
