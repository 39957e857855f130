import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const blockSize = 64 * 1024

/** A file of which nothing is left when it is closed, or the program dies. */
async function openUnlinkedTempFile() {
  const path = join(tmpdir(), `flota-${crypto.randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

/**
 * Everything is made at once into a file and given as fast as the reader takes it, so that a slow reader holds
 * disk and no connection. What fails while it is made is thrown; a reader who leaves ends it.
 */
export async function* spoolToTempFile(
  make: () => AsyncIterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const file = await openUnlinkedTempFile()
  const written = { bytes: 0, hasEnded: false, hasLeft: false }
  let more = Promise.withResolvers<void>()
  const wakeReader = () => {
    more.resolve()
    more = Promise.withResolvers()
  }
  const writing = (async () => {
    try {
      for await (const chunk of make()) {
        if (written.hasLeft) return
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        await file.appendFile(bytes)
        written.bytes += bytes.length
        wakeReader()
      }
    } finally {
      written.hasEnded = true
      wakeReader()
    }
  })()
  // It is thrown where it is waited for.
  writing.catch(() => undefined)
  try {
    for (let at = 0; ; ) {
      while (at === written.bytes && !written.hasEnded) await more.promise
      if (written.hasEnded) await writing
      if (at === written.bytes) return
      const block = Buffer.allocUnsafe(Math.min(blockSize, written.bytes - at))
      const { bytesRead } = await file.read(block, 0, block.length, at)
      at += bytesRead
      yield block.subarray(0, bytesRead)
    }
  } finally {
    written.hasLeft = true
    await writing.catch(() => undefined)
    await file.close()
  }
}
