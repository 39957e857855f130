import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where a file lies in a folder of files, by the hash of its bytes. */
export const placeOf = (sha256: string): string => join(sha256.slice(0, 2), sha256.slice(2, 4), sha256)

/** What came of somebody's bytes: beside, until they are kept or dropped. */
export interface Received {
  /** Undefined where they were only looked at. */
  path: string | undefined
  /** One more than the limit at least, where it was passed. */
  bytes: number
  sha256: string
  /** The first few. */
  head: Buffer
}

const headLength = 16
/** What arrives lies here, on the disk that it is to stay on. */
const arriving = 'llegando'

/** A folder that holds files by their hash; several programs may share it. */
export class FileStore {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  pathOf = (sha256: string): string => join(this.folder, placeOf(sha256))

  /** Makes the folder where there is none. */
  async prepare(): Promise<void> {
    await mkdir(join(this.folder, arriving), { recursive: true, mode: 0o700 })
  }

  /**
   * Takes in bytes as they come, at most `limit` and the chunk that passes it; nothing is left where `source` fails.
   * @param writes false: they are only looked at
   */
  async receive(
    source: AsyncIterable<Buffer> | Iterable<Buffer>,
    limit: number,
    writes: boolean,
  ): Promise<Received> {
    if (!writes) return take(source, limit)
    await this.prepare()
    const path = join(this.folder, arriving, randomUUID())
    const file = await open(path, 'wx', 0o600)
    try {
      return { ...(await take(source, limit, file)), path }
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
  }

  /** On the disk and by its name once this ends; the same bytes lie there once. */
  async keep({ path = '', sha256 }: Received): Promise<void> {
    await sync(path)
    const place = this.pathOf(sha256)
    const folder = dirname(place)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(path, place)
    // Each folder holds the next one's name.
    for (const each of [folder, dirname(folder), this.folder]) await sync(each)
  }

  async drop({ path }: Received): Promise<void> {
    if (path) await rm(path, { force: true })
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.pathOf(sha256), { force: true })
  }

  /** Takes away what was left arriving more than so many ms ago. */
  async sweep(olderThan: number): Promise<void> {
    const folder = join(this.folder, arriving)
    const names = await readdir(folder).catch(() => [])
    for (const path of names.map((name) => join(folder, name))) {
      const left = await stat(path).catch(() => undefined)
      if (left && left.mtimeMs < Date.now() - olderThan) await rm(path, { force: true })
    }
  }
}

async function take(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  limit: number,
  into?: FileHandle,
): Promise<Received> {
  const hash = createHash('sha256')
  let bytes = 0
  let head = Buffer.alloc(0)
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > limit) break
    if (head.length < headLength) head = Buffer.concat([head, chunk.subarray(0, headLength)])
    hash.update(chunk)
    await into?.appendFile(chunk)
  }
  return { path: undefined, bytes, head, sha256: hash.digest('hex') }
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
