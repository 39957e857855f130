import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const blockSize = 64 * 1024

/** A file of which nothing is left when it is closed, or the program dies. */
async function namelessFile() {
  const path = join(tmpdir(), `flota-${crypto.randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

/**
 * Everything is made at once into a file and given as fast as the reader takes it, so that a slow reader holds
 * disk and no connection. What fails while it is made is thrown; a reader who leaves ends it.
 */
export async function* aside(make: () => AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  const file = await namelessFile()
  const made = { bytes: 0, hasEnded: false, hasLeft: false }
  let more = Promise.withResolvers<void>()
  const tell = () => {
    more.resolve()
    more = Promise.withResolvers()
  }
  const writing = (async () => {
    try {
      for await (const chunk of make()) {
        if (made.hasLeft) return
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        await file.appendFile(bytes)
        made.bytes += bytes.length
        tell()
      }
    } finally {
      made.hasEnded = true
      tell()
    }
  })()
  // It is thrown where it is waited for.
  writing.catch(() => undefined)
  try {
    for (let at = 0; ; ) {
      while (at === made.bytes && !made.hasEnded) await more.promise
      if (made.hasEnded) await writing
      if (at === made.bytes) return
      const block = Buffer.allocUnsafe(Math.min(blockSize, made.bytes - at))
      const { bytesRead } = await file.read(block, 0, block.length, at)
      at += bytesRead
      yield block.subarray(0, bytesRead)
    }
  } finally {
    made.hasLeft = true
    await writing.catch(() => undefined)
    await file.close()
  }
}
