import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { asOwnerOf } from './asOwner.ts'
import type { FileStore, StoredFile, StoredFileInfo } from './FileStore.ts'
import { hashPath } from './FolderStore.ts'
import type { Bucket } from './s3/Bucket.ts'
import { type StagedFile, UploadStaging } from './uploadStaging.ts'

/** A bucket that holds files under the names that they have in a folder. */
export class S3Store implements FileStore {
  readonly isRemote = true
  readonly staging: UploadStaging
  readonly #bucket: Bucket
  readonly #folder: string
  /** Of those that were there when all were asked for. */
  readonly #sizes: ReadonlyMap<string, number> | undefined

  /** @param folder on this machine, for what is on its way */
  constructor(bucket: Bucket, folder: string, sizes?: ReadonlyMap<string, number>) {
    this.#bucket = bucket
    this.#folder = folder
    this.#sizes = sizes
    this.staging = new UploadStaging(join(folder, 'llegando'))
  }

  /** Writes, reads and deletes an object of its own. */
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
    if (!read?.equals(bytes)) throw new Error('lo que se escribió no se lee igual')
  }

  /** What is there whole is not put again. */
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
      if (/^[0-9a-f]{64}$/.test(sha256) && key === hashPath(sha256)) yield { sha256, bytes }
    }
  }

  remove = (sha256: string): Promise<void> => this.#bucket.remove(hashPath(sha256))

  asOwner = <T>(work: () => Promise<T>): Promise<T> => asOwnerOf(this.#folder, work)
}
