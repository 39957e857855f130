import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FileStore, StoredFile, StoredFileInfo } from './FileStore.ts'
import { asOwnerOf, hashPath, isHash } from './FolderStore.ts'
import type { Bucket } from './s3/Bucket.ts'
import { type StagedFile, UploadStaging } from './uploadStaging.ts'

/** A bucket whose keys are the paths of FolderStore. */
export class S3Store implements FileStore {
  readonly isRemote = true
  readonly staging: UploadStaging
  readonly #bucket: Bucket
  readonly #folder: string
  readonly #sizes: ReadonlyMap<string, number> | undefined

  /** @param folder local folder for staged uploads */
  constructor(bucket: Bucket, folder: string, sizes?: ReadonlyMap<string, number>) {
    this.#bucket = bucket
    this.#folder = folder
    this.#sizes = sizes
    this.staging = new UploadStaging(join(folder, 'llegando'))
  }

  /** Writes, reads and deletes a test object. */
  async prepare(): Promise<void> {
    const key = `llegando/${randomUUID()}`
    const bytes = Buffer.from(key)
    const received = await this.staging.receive([bytes], bytes.length, true)
    try {
      await this.#bucket.put(key, received.path ?? '', received.sha256, bytes.length)
    } finally {
      await this.staging.discard(received)
    }
    const stored = await this.#bucket.open(key)
    const read = stored && Buffer.concat(await Array.fromAsync(stored.chunks))
    await this.#bucket.remove(key)
    if (!read?.equals(bytes)) throw this.#bucket.failed('lo que se escribió no se lee igual')
  }

  /** Skips an object that already has the right size. */
  async put({ path = '', sha256, bytes }: StagedFile): Promise<void> {
    const key = hashPath(sha256)
    if ((await this.sizeOf(sha256)) === bytes) return
    await this.#bucket.put(key, path, sha256, bytes)
  }

  open = (sha256: string): Promise<StoredFile | undefined> => this.#bucket.open(hashPath(sha256))

  sizeOf = async (sha256: string): Promise<number | undefined> =>
    this.#sizes?.get(sha256) ?? (await this.#bucket.sizeOf(hashPath(sha256)))

  async withSizes(): Promise<FileStore> {
    const sizes = new Map<string, number>()
    for await (const { sha256, bytes } of this.list()) sizes.set(sha256, bytes)
    return new S3Store(this.#bucket, this.#folder, sizes)
  }

  async *list(): AsyncIterable<StoredFileInfo> {
    if (this.#sizes) {
      for (const [sha256, bytes] of this.#sizes) yield { sha256, bytes }
      return
    }
    for await (const { key, bytes } of this.#bucket.list()) {
      const sha256 = key.split('/').at(-1) ?? ''
      if (isHash(sha256) && key === hashPath(sha256)) yield { sha256, bytes }
    }
  }

  remove = (sha256: string): Promise<void> => this.#bucket.remove(hashPath(sha256))

  asOwner = <T>(work: () => Promise<T>): Promise<T> => asOwnerOf(this.#folder, work)
}
