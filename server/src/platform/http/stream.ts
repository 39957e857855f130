import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type PrimedIterable, primeIterator } from './primeIterator.ts'

export type Chunks = AsyncIterable<string | Uint8Array>

/** A reader that takes nothing for so long is let go, and so is one that has not taken all after `longest`. */
const defaultTimeoutsMs = { stalled: 60_000, longest: 15 * 60_000 }

/**
 * What fails before the first chunk is thrown; a later failure breaks the connection off, so that nobody takes a
 * part for the whole. A reader who leaves aborts `gone` and ends the iteration.
 */
export async function sendStream(
  reply: FastifyReply,
  headers: Record<string, string>,
  make: (disconnected: AbortSignal) => Chunks,
  timeoutsMs = defaultTimeoutsMs,
): Promise<Readable | undefined> {
  const disconnected = new AbortController()
  reply.raw.once('close', () => disconnected.abort())
  try {
    const chunks = await primeIterator(make(disconnected.signal))
    if (!disconnected.signal.aborted) {
      closeSlowReader(reply, timeoutsMs)
      void reply.headers(headers)
      const stream = Readable.from(revalidateEachChunk(chunks, reply.request.revalidate), {
        objectMode: false,
      })
      stream.on('error', (err) => reply.log.error({ err }, 'an answer failed after its first bytes'))
      return stream
    }
    await chunks.cancel()
  } catch (error) {
    if (!disconnected.signal.aborted) throw error
  }
  // Nobody is there to be answered.
  reply.hijack()
  return undefined
}

/** Asked between two chunks whether its reader may still have it. */
function revalidateEachChunk<T>(
  chunks: PrimedIterable<T>,
  revalidate: (() => Promise<void>) | undefined,
): AsyncIterable<T> {
  const rest = chunks[Symbol.asyncIterator]()
  // No generator, as in begun.ts.
  const checked: AsyncIterator<T> = {
    next: async () => {
      const given = await rest.next()
      if (!given.done) await revalidate?.()
      return given
    },
    return: async () => {
      await chunks.cancel()
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => checked }
}

function closeSlowReader({ raw, log }: FastifyReply, { stalled, longest }: typeof defaultTimeoutsMs): void {
  const closeConnection = (why: string) => {
    log.warn(`${why}: connection closed`)
    raw.destroy()
  }
  // Node restarts this clock with every byte that the reader takes, and not when we make more of them.
  raw.setTimeout(stalled, () => closeConnection('a reader takes nothing any more'))
  // Else one that takes a byte a minute would keep what is made for it for days.
  const end = setTimeout(() => closeConnection('a reader takes too long'), longest)
  raw.once('close', () => clearTimeout(end))
}
