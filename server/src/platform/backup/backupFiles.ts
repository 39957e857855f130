import { createReadStream, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { createZstdDecompress } from 'node:zlib'
import { StartError } from '@flota/postgres/startError.ts'
import { freeBytesAt } from '../limits/freeDiskSpace.ts'
import type { FileStore } from '../store/FileStore.ts'
import { FolderStore } from '../store/FolderStore.ts'
import { StoreUnavailableError } from '../store/storeUnavailable.ts'
import { hashOf } from './hashOf.ts'
import type { Manifest } from './manifest.ts'

/** Where a backup's files lie: in it, or beside it where several share them. */
export const filesFolderName = 'archivos'
export const sharedFolder = (backups: string): string => join(backups, filesFolderName)
export const sharedStore = (backups: string) => new FolderStore(sharedFolder(backups))
export const backupStore = (folder: string) => new FolderStore(join(folder, filesFolderName))
export const storeFor = (folder: string) =>
  existsSync(join(folder, filesFolderName)) ? backupStore(folder) : sharedStore(dirname(folder))

/** What rows name: by each hash, how many bytes it has and how many rows name it. */
export type ReferencedHashes = Map<string, { bytes: number; rows: number }>

const isHash = /^[0-9a-f]{64}$/

/** What a backup's rows name, but for uploads that were never finished; nothing where it is older than files. */
export async function readReferencedHashes(folder: string, { tables }: Manifest): Promise<ReferencedHashes> {
  const named: ReferencedHashes = new Map()
  const table = tables.find(({ name }) => name === 'archivos')
  if (!table) return named
  const [hash = -1, finished = -1, bytes = -1] = ['sha256', 'terminado_en', 'bytes'].map((name) =>
    table.columns.indexOf(name),
  )
  for await (const line of readLines(join(folder, table.file))) {
    // A tab or a line's end in a text is written as \t and \n.
    const values = line.split('\t')
    const sha256 = values[hash] ?? ''
    const { rows } = named.get(sha256) ?? { rows: 0 }
    // What is no hash would lead to another file; the table itself takes none.
    if (!isHash.test(sha256)) continue
    if (values[finished] !== '\\N') named.set(sha256, { bytes: Number(values[bytes]), rows: rows + 1 })
  }
  return named
}

/** The lines of a table's file. */
export async function* readLines(file: string): AsyncGenerator<string> {
  const compressed = createReadStream(file)
  const rows = createZstdDecompress()
  // Whoever reads the lines hears of it.
  compressed.on('error', (error) => rows.destroy(error))
  yield* createInterface({ input: compressed.pipe(rows) })
}

export const countRows = (named: ReferencedHashes, hashes: Iterable<string> = named.keys()): number =>
  [...hashes].reduce((total, sha256) => total + (named.get(sha256)?.rows ?? 0), 0)

interface AddFilesOptions<To extends FileStore = FileStore> {
  from: FileStore
  to: To
  signal: AbortSignal
  /** Bytes that must be free afterwards. */
  leaves?: number
  /** Of what is there already, which is read and compared with its hash; of all else the size is. */
  reads?: (sha256: string) => boolean
}

/** Hashes. */
export interface AddFilesResult {
  /** How many were copied. */
  copied: number
  /** Not whole in `from`, or nowhere. */
  missing: string[]
  /** Lay damaged where they were to be added, and are whole now. */
  renewed: string[]
  /** Lie damaged there, and nothing whole could take their place. */
  damaged: string[]
}

/** Adds what is not there yet, and anew what lies there with other bytes. */
export async function addFiles(named: ReferencedHashes, adding: AddFilesOptions): Promise<AddFilesResult> {
  const { from, to, signal, reads = () => false } = adding
  const added: AddFilesResult = { copied: 0, missing: [], renewed: [], damaged: [] }
  for (const [sha256, { bytes }] of named) {
    signal.throwIfAborted()
    const size = await from.sizeOf(sha256)
    const found = await checkFile(to, sha256, bytes, reads(sha256))
    if (found !== 'whole' && size === bytes && (await copyFile(sha256, bytes, adding))) {
      added.copied += 1
      if (found === 'damaged') added.renewed.push(sha256)
      continue
    }
    if (found !== 'whole' || size !== bytes) added.missing.push(sha256)
    if (found === 'damaged') added.damaged.push(sha256)
  }
  return added
}

/** @param reads whether what has the right size is read too */
async function checkFile(store: FileStore, sha256: string, bytes: number, reads: boolean) {
  const size = await store.sizeOf(sha256)
  if (size === undefined) return 'absent'
  if (size !== bytes) return 'damaged'
  return !reads || (await isWhole(store, sha256)) ? 'whole' : 'damaged'
}

async function isWhole(store: FileStore, sha256: string): Promise<boolean> {
  const stored = await store.open(sha256)
  return stored !== undefined && (await hashOf(stored.chunks)) === sha256
}

/** @returns whether it is there now: what can't be read to its end, or has other bytes than its name says, is not */
async function copyFile(
  sha256: string,
  bytes: number,
  { from, to, leaves = 0 }: AddFilesOptions,
): Promise<boolean> {
  if (leaves > 0) await assertFreeSpace(to, bytes, leaves)
  const reading = { isFailed: false }
  const received = await to.staging
    .receive(chunksOf(from, sha256, reading), Number.POSITIVE_INFINITY, true)
    .catch(async (error: unknown) => {
      // A file that can't be read is one that is lost; a store that does not even tell its size is away.
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

async function assertFreeSpace({ staging }: FileStore, bytes: number, leaves: number): Promise<void> {
  if ((await freeBytesAt(staging.folder)) - bytes >= leaves) return
  throw new StartError('No se hizo el respaldo: quedaría menos de 1 GB libre en el disco.')
}

/** Of what is named, what a store has not whole, by size. */
export async function findMissingFiles(named: ReferencedHashes, store: FileStore): Promise<string[]> {
  const all = await store.withSizes()
  const missing: string[] = []
  for (const [sha256, { bytes }] of named) if ((await all.sizeOf(sha256)) !== bytes) missing.push(sha256)
  return missing
}

/** Reads all that a backup names. @returns what is whole of it; the rest can be added later */
export async function verifyFiles(folder: string, manifest: Manifest): Promise<ReferencedHashes> {
  const store = storeFor(folder)
  const whole: ReferencedHashes = new Map()
  for (const [sha256, about] of await readReferencedHashes(folder, manifest))
    if ((await checkFile(store, sha256, about.bytes, true)) === 'whole') whole.set(sha256, about)
  return whole
}
