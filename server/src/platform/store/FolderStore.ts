import type { Dirent } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { chownTree } from '@flota/postgres/dataDir.ts'
import type { FileStore, StoredFile, StoredFileInfo } from './FileStore.ts'
import { type StagedFile, UploadStaging } from './uploadStaging.ts'

/** Returns `ab/cd/<sha256>`: a file's path in a folder, and its key in a bucket. */
export const hashPath = (sha256: string): string => join(sha256.slice(0, 2), sha256.slice(2, 4), sha256)

export class FolderStore implements FileStore {
  readonly isRemote = false
  readonly staging: UploadStaging
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    // On the same disk, so that a rename is atomic.
    this.staging = new UploadStaging(join(folder, 'llegando'))
  }

  prepare = (): Promise<void> => this.staging.prepare()

  async put({ path = '', sha256 }: StagedFile): Promise<void> {
    await sync(path)
    const place = this.#pathOf(sha256)
    const folder = dirname(place)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(path, place)
    // Each may have a new entry.
    for (const each of [folder, dirname(folder), this.#folder]) await sync(each)
  }

  async open(sha256: string): Promise<StoredFile | undefined> {
    const file = await undefinedIfMissing(open(this.#pathOf(sha256), 'r'))
    if (!file) return undefined
    try {
      const { size: bytes } = await file.stat()
      return { bytes, chunks: chunksOf(file, bytes), close: () => file.close() }
    } catch (error) {
      await file.close()
      throw error
    }
  }

  sizeOf = async (sha256: string): Promise<number | undefined> =>
    (await undefinedIfMissing(stat(this.#pathOf(sha256))))?.size

  withSizes = async (): Promise<FileStore> => this

  async *list(): AsyncIterable<StoredFileInfo> {
    const entries = await undefinedIfMissing(readdir(this.#folder, { recursive: true, withFileTypes: true }))
    for (const { name, parentPath } of entries?.filter(isFile) ?? []) {
      if (join(parentPath, name) !== this.#pathOf(name)) continue
      const bytes = await this.sizeOf(name)
      if (bytes !== undefined) yield { sha256: name, bytes }
    }
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.#pathOf(sha256), { force: true })
  }

  /** Renames a damaged file, so that it counts as missing but is not lost. */
  async quarantine(sha256: string): Promise<void> {
    await rename(this.#pathOf(sha256), this.#quarantinePath(sha256))
  }

  /** Returns the hashes of all files, also of quarantined ones. */
  async hashes(): Promise<Set<string>> {
    const entries = await undefinedIfMissing(readdir(this.#folder, { recursive: true, encoding: 'utf8' }))
    const places = new Set((entries ?? []).map((path) => path.replace(/\.danado$/, '')))
    const names = [...places].map((path) => basename(path)).filter(isHash)
    return new Set(names.filter((name) => places.has(hashPath(name))))
  }

  /** Deletes a file and its quarantined copy. */
  async removeAll(sha256: string): Promise<void> {
    await this.remove(sha256)
    await rm(this.#quarantinePath(sha256), { force: true })
  }

  asOwner = <T>(work: () => Promise<T>): Promise<T> => asOwnerOf(this.#folder, work)

  #pathOf = (sha256: string): string => join(this.#folder, hashPath(sha256))
  #quarantinePath = (sha256: string): string => `${this.#pathOf(sha256)}.danado`
}

export const isHash = (name: string) => /^[0-9a-f]{64}$/.test(name)
const isFile = (entry: Dirent) => entry.isFile() && isHash(entry.name)

const undefinedIfMissing = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })

/** Ignores bytes appended after the open. @throws if the file is truncated */
async function* chunksOf(file: FileHandle, bytes: number): AsyncIterable<Buffer> {
  let left = bytes
  try {
    if (bytes === 0) return
    for await (const chunk of file.createReadStream({ end: bytes - 1, autoClose: false })) {
      // A stream without an encoding yields buffers.
      left -= (chunk as Buffer).length
      yield chunk as Buffer
    }
  } finally {
    await file.close()
  }
  if (left > 0) throw new Error('a file was cut off while it was read')
}

/** Flushes a file or folder to disk. */
async function sync(path: string): Promise<void> {
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

/** If root runs `work`, gives the folder's new files to its owner, or to the owner of its parent. */
export async function asOwnerOf<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const owner = await stat(folder).catch(() => stat(dirname(folder)).catch(() => undefined))
  const result = await work()
  if (owner) chownTree(folder, { uid: owner.uid, gid: owner.gid, prefix: [] })
  return result
}
