import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { createZstdDecompress } from 'node:zlib'
import { StartError } from '@flota/postgres/startError.ts'
import { freeBytesAt } from '../limits/freeDiskSpace.ts'
import { type FileStore, StoreUnavailableError } from '../store/FileStore.ts'
import { FolderStore, isHash } from '../store/FolderStore.ts'
import type { Manifest } from './manifest.ts'

/** Folder of files in a backup, or beside backups that share their files. */
export const filesFolderName = 'archivos'
export const filesFolder = (folder: string): string => join(folder, filesFolderName)
export const filesStore = (folder: string) => new FolderStore(filesFolder(folder))
export const storeFor = (folder: string) =>
  filesStore(existsSync(filesFolder(folder)) ? folder : dirname(folder))

/** The hashes in the rows of `archivos`, each with its bytes and its number of rows. */
export type ReferencedHashes = Map<string, { bytes: number; rows: number }>

/** Reads the hashes of a backup's finished uploads; none if the backup is older than the table `archivos`. */
export async function readReferencedHashes(folder: string, { tables }: Manifest): Promise<ReferencedHashes> {
  const referenced: ReferencedHashes = new Map()
  const table = tables.find(({ name }) => name === 'archivos')
  if (!table) return referenced
  const [hash = -1, finished = -1, bytes = -1] = ['sha256', 'terminado_en', 'bytes'].map((name) =>
    table.columns.indexOf(name),
  )
  for await (const line of readLines(join(folder, table.file))) {
    const values = line.split('\t')
    const sha256 = values[hash] ?? ''
    const { rows } = referenced.get(sha256) ?? { rows: 0 }
    // A forged hash could lead to another file.
    if (!isHash(sha256)) continue
    if (values[finished] !== '\\N') referenced.set(sha256, { bytes: Number(values[bytes]), rows: rows + 1 })
  }
  return referenced
}

/** Yields a table's rows. COPY escapes tabs and line breaks in values. */
export async function* readLines(file: string): AsyncGenerator<string> {
  const compressed = createReadStream(file)
  const rows = createZstdDecompress()
  compressed.on('error', (error) => rows.destroy(error))
  yield* createInterface({ input: compressed.pipe(rows) })
}

export const countRows = (
  referenced: ReferencedHashes,
  hashes: Iterable<string> = referenced.keys(),
): number => [...hashes].reduce((total, sha256) => total + (referenced.get(sha256)?.rows ?? 0), 0)

export interface AddFilesOptions {
  from: FileStore
  to: FileStore
  signal: AbortSignal
  /** Free disk space that must remain. */
  minFreeBytes?: number
  /** Selects the existing files in `to` to compare with their hash; of the others only the size is checked. */
  verifies?: (sha256: string) => boolean
  /** As `verifies`, in `from`. A copy is always compared with its hash. */
  verifiesSource?: (sha256: string) => boolean
}

export interface AddFilesResult {
  copied: number
  /** Hashes of files missing or damaged in `from`. */
  missing: string[]
  /** Hashes of damaged files in `to` that were replaced. */
  renewed: string[]
  /** Hashes of damaged files in `to` that could not be replaced. */
  damaged: string[]
  /** Hashes of files in `from` that have the right size and other bytes, of those verified. */
  damagedSources: string[]
}

/** Copies the missing files from one store to another and replaces damaged ones. */
export async function addFiles(
  referenced: ReferencedHashes,
  options: AddFilesOptions,
): Promise<AddFilesResult> {
  const { from, to, signal, verifies = () => false, verifiesSource = () => false } = options
  const added: AddFilesResult = { copied: 0, missing: [], renewed: [], damaged: [], damagedSources: [] }
  for (const [sha256, { bytes }] of referenced) {
    signal.throwIfAborted()
    const size = await from.sizeOf(sha256)
    const state = await checkFile(to, sha256, bytes, verifies(sha256))
    if (state !== 'whole' && size === bytes && (await copyFile(sha256, bytes, options))) {
      added.copied += 1
      if (state === 'damaged') added.renewed.push(sha256)
      continue
    }
    const isSourceDamaged = size === bytes && verifiesSource(sha256) && !(await isWhole(from, sha256))
    if (isSourceDamaged) added.damagedSources.push(sha256)
    if (state !== 'whole' || size !== bytes || isSourceDamaged) added.missing.push(sha256)
    if (state === 'damaged') added.damaged.push(sha256)
  }
  return added
}

async function checkFile(store: FileStore, sha256: string, bytes: number, verifies: boolean) {
  const size = await store.sizeOf(sha256)
  if (size === undefined) return 'absent'
  if (size !== bytes) return 'damaged'
  return !verifies || (await isWhole(store, sha256)) ? 'whole' : 'damaged'
}

/** Returns the SHA-256; undefined if reading fails. */
export async function hashOf(chunks: AsyncIterable<Buffer>): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of chunks) hash.update(chunk)
  } catch {
    return undefined
  }
  return hash.digest('hex')
}

/** Returns whether a file exists and has the bytes of its hash. */
export async function isWhole(store: FileStore, sha256: string): Promise<boolean> {
  const stored = await store.open(sha256)
  return stored !== undefined && (await hashOf(stored.chunks)) === sha256
}

/** @returns false if the source can't be read to its end or has another hash */
async function copyFile(
  sha256: string,
  bytes: number,
  { from, to, minFreeBytes = 0 }: AddFilesOptions,
): Promise<boolean> {
  if (minFreeBytes > 0) assertFreeSpace(await freeBytesAt(to.staging.folder), bytes, minFreeBytes)
  const reading = { isFailed: false }
  const received = await to.staging
    .receive(chunksOf(from, sha256, reading), Number.POSITIVE_INFINITY, true)
    .catch(async (error: unknown) => {
      // Throws if the whole store is unavailable, and not just this file unreadable.
      if (!reading.isFailed || error instanceof StoreUnavailableError) throw error
      await from.sizeOf(sha256)
    })
  if (!received) return false
  try {
    if (received.sha256 !== sha256) return false
    await to.put(received)
    return true
  } finally {
    await to.staging.discard(received)
  }
}

async function* chunksOf(
  from: FileStore,
  sha256: string,
  reading: { isFailed: boolean },
): AsyncGenerator<Buffer> {
  try {
    yield* (await from.open(sha256))?.chunks ?? []
  } catch (error) {
    reading.isFailed = true
    throw error
  }
}

/** @throws {StartError} if a backup of this size would leave too little free space */
export function assertFreeSpace(free: number, bytes: number, minFreeBytes: number): void {
  if (free - bytes >= minFreeBytes) return
  throw new StartError('No se hizo el respaldo: quedaría menos de 1 GB libre en el disco.')
}

/** Returns the hashes of files that are missing in a store or have another size. */
export async function findMissingFiles(referenced: ReferencedHashes, store: FileStore): Promise<string[]> {
  const sizes = await store.withSizes()
  const missing: string[] = []
  for (const [sha256, { bytes }] of referenced)
    if ((await sizes.sizeOf(sha256)) !== bytes) missing.push(sha256)
  return missing
}

/** Reads all files of a backup and returns the undamaged ones. */
export async function verifyFiles(folder: string, manifest: Manifest): Promise<ReferencedHashes> {
  const store = storeFor(folder)
  const whole: ReferencedHashes = new Map()
  for (const [sha256, about] of await readReferencedHashes(folder, manifest))
    if ((await checkFile(store, sha256, about.bytes, true)) === 'whole') whole.set(sha256, about)
  return whole
}
