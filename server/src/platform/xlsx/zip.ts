import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of the archive: its path and its text, in pieces. */
export type Entry = readonly [path: string, text: AsyncIterable<string> | Iterable<string>]

/** A zip archive as bytes, one entry after the other, each read only as fast as the archive is. */
export async function* zip(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile()
  // yazl's own type names the interface alone; it is a PassThrough.
  const output = archive.outputStream as Readable
  let open: Readable | undefined
  const addAll = async () => {
    for await (const [path, text] of entries) {
      // Nobody would ever read it.
      if (output.destroyed) return
      open = Readable.from(text)
      archive.addReadStream(open, path)
      await finished(open)
    }
    archive.end()
  }
  const added = addAll()
  // yazl does not hear of a text that fails.
  added.catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  try {
    yield* output
  } finally {
    open?.destroy()
    await added.catch(() => undefined)
  }
}
