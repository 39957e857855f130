import type { Dirent } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { asOwnerOf } from './asOwner.ts'
import type { FileStore, StoredFile, StoredFileInfo } from './FileStore.ts'
import { type StagedFile, UploadStaging } from './uploadStaging.ts'

/** Where a file lies in a folder of files, by the hash of its bytes. */
export const hashPath = (sha256: string): string => join(sha256.slice(0, 2), sha256.slice(2, 4), sha256)

/** A folder that holds files as `ab/cd/<sha256>`. */
export class FolderStore implements FileStore {
  readonly isRemote = false
  readonly staging: UploadStaging
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    // On the disk that they are to stay on: there a rename is one step.
    this.staging = new UploadStaging(join(folder, 'llegando'))
  }

  prepare = (): Promise<void> => this.staging.prepare()

  async put({ path = '', sha256 }: StagedFile): Promise<void> {
    await sync(path)
    const place = this.#pathOf(sha256)
    const folder = dirname(place)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(path, place)
    // Each folder holds the next one's name.
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

  /** Damaged bytes are renamed, so that nobody takes them for complete; they are kept. */
  async quarantine(sha256: string): Promise<void> {
    await rename(this.#pathOf(sha256), this.#quarantinePath(sha256))
  }

  /** Of all that lies here, what was set aside too. */
  async hashes(): Promise<Set<string>> {
    const entries = await undefinedIfMissing(readdir(this.#folder, { recursive: true, encoding: 'utf8' }))
    const places = new Set((entries ?? []).map((path) => path.replace(/\.danado$/, '')))
    const names = [...places].map((path) => basename(path)).filter(isHash)
    return new Set(names.filter((name) => places.has(hashPath(name))))
  }

  /** With what was set aside of it. */
  async removeAll(sha256: string): Promise<void> {
    await this.remove(sha256)
    await rm(this.#quarantinePath(sha256), { force: true })
  }

  asOwner = <T>(work: () => Promise<T>): Promise<T> => asOwnerOf(this.#folder, work)

  #pathOf = (sha256: string): string => join(this.#folder, hashPath(sha256))
  #quarantinePath = (sha256: string): string => `${this.#pathOf(sha256)}.danado`
}

const isHash = (name: string) => /^[0-9a-f]{64}$/.test(name)
const isFile = (entry: Dirent) => entry.isFile() && isHash(entry.name)

const undefinedIfMissing = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })

/** What is added to it meanwhile is not read; what is cut off is missed. */
async function* chunksOf(file: FileHandle, bytes: number): AsyncIterable<Buffer> {
  let left = bytes
  try {
    if (bytes === 0) return
    for await (const chunk of file.createReadStream({ end: bytes - 1, autoClose: false })) {
      // Without an encoding it reads buffers.
      left -= (chunk as Buffer).length
      yield chunk as Buffer
    }
  } finally {
    await file.close()
  }
  if (left > 0) throw new Error('a file was cut off while it was read')
}

/** What was written in it outlives a power cut. */
async function sync(path: string): Promise<void> {
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
