import { createHash } from 'node:crypto'

/** The SHA-256 of bytes; undefined where they can't be read. */
export async function hashOf(chunks: AsyncIterable<Buffer>): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of chunks) hash.update(chunk)
  } catch {
    return undefined
  }
  return hash.digest('hex')
}
