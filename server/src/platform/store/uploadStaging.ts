import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What came of somebody's bytes: on this machine's disk, until they are put into a store or dropped. */
export interface StagedFile {
  /** Undefined where they were only looked at. */
  path: string | undefined
  /** One more than the limit at least, where it was passed. */
  bytes: number
  sha256: string
}

type OnChunk = (chunk: Buffer) => void

/** A folder on this machine where bytes are taken in; several programs may share it. */
export class UploadStaging {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** Creates the folder if it does not exist. */
  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
  }

  /**
   * Takes in bytes as they come, at most `limit` and the chunk that passes it; nothing is left where `source` fails.
   * @param writes false: they are only looked at
   * @param look is shown them, but for those past the limit
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

  /** Removes uploads that stopped arriving more than this many ms ago. */
  async removeOlderThan(olderThan: number): Promise<void> {
    const names = await readdir(this.folder).catch(() => [])
    for (const path of names.map((name) => join(this.folder, name))) {
      const left = await stat(path).catch(() => undefined)
      if (left && left.mtimeMs < Date.now() - olderThan) await rm(path, { force: true })
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
