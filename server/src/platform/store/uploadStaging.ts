import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A received upload on the local disk. The caller puts it into a store or discards it. */
export interface StagedFile {
  path: string | undefined
  /** More than the limit if the upload was too long. */
  bytes: number
  sha256: string
}

type OnChunk = (chunk: Buffer) => void

/** A local folder that receives uploads. Several programs may share it. */
export class UploadStaging {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
  }

  /**
   * Receives and hashes an upload. Stops after the chunk that exceeds `limit`. Deletes the file if `source` fails.
   * @param writes whether to write a file
   * @param onChunk receives the chunks within the limit
   */
  async receive(
    source: AsyncIterable<Buffer> | Iterable<Buffer>,
    limit: number,
    writes: boolean,
    onChunk: OnChunk = () => undefined,
  ): Promise<StagedFile> {
    if (!writes) return readInto(source, limit, onChunk)
    await this.prepare()
    const path = join(this.folder, randomUUID())
    const file = await open(path, 'wx', 0o600)
    try {
      return { ...(await readInto(source, limit, onChunk, file)), path }
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
  }

  async discard({ path }: StagedFile): Promise<void> {
    if (path) await rm(path, { force: true })
  }

  /** Removes uploads without a write in the last `maxAgeMs`. */
  async removeOlderThan(maxAgeMs: number): Promise<void> {
    const names = await readdir(this.folder).catch(() => [])
    for (const path of names.map((name) => join(this.folder, name))) {
      const entry = await stat(path).catch(() => undefined)
      if (entry && entry.mtimeMs < Date.now() - maxAgeMs) await rm(path, { force: true })
    }
  }
}

async function readInto(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  limit: number,
  onChunk: OnChunk,
  into?: FileHandle,
): Promise<StagedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > limit) break
    onChunk(chunk)
    hash.update(chunk)
    await into?.appendFile(chunk)
  }
  return { path: undefined, bytes, sha256: hash.digest('hex') }
}
