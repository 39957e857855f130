import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export type Chunks = AsyncIterable<string | Uint8Array>

/** Longest time without a byte read by the client, and longest time in all. */
const defaultTimeoutsMs = { stalled: 60_000, total: 15 * 60_000 }

interface PrimedIterable<T> extends AsyncIterable<T> {
  cancel(): Promise<void>
}

/**
 * Runs an iteration up to its first value, so that an error before it is thrown here.
 * @param check runs before each value is passed on
 */
export async function primeIterator<T>(
  iterable: AsyncIterable<T>,
  check?: () => Promise<void>,
): Promise<PrimedIterable<T>> {
  const iterator = iterable[Symbol.asyncIterator]()
  const cancel = async () => {
    await iterator.return?.()
  }
  let first: IteratorResult<T> | undefined = await iterator.next()
  // Not a generator: returning from one that never started would not end the wrapped iterator.
  const rest: AsyncIterator<T> = {
    next: async () => {
      const result = first ?? (await iterator.next())
      first = undefined
      if (!result.done) await check?.()
      return result
    },
    return: async () => {
      await cancel()
      return { done: true, value: undefined }
    },
  }
  return { cancel, [Symbol.asyncIterator]: () => rest }
}

/**
 * Sends chunks as a response. An error after the first chunk closes the connection, so that the client notices the
 * missing rest. A client that disconnects aborts the signal and ends the iteration.
 * @throws an error before the first chunk
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
    // Revalidates the session between two chunks.
    const chunks = await primeIterator(make(disconnected.signal), reply.request.revalidate)
    if (!disconnected.signal.aborted) {
      closeSlowReader(reply, timeoutsMs)
      void reply.headers(headers)
      const stream = Readable.from(chunks, { objectMode: false })
      stream.on('error', (err) => reply.log.error({ err }, 'an answer failed after its first bytes'))
      return stream
    }
    await chunks.cancel()
  } catch (error) {
    if (!disconnected.signal.aborted) throw error
  }
  // The client has disconnected.
  reply.hijack()
  return undefined
}

function closeSlowReader({ raw, log }: FastifyReply, { stalled, total }: typeof defaultTimeoutsMs): void {
  const closeConnection = (why: string) => {
    log.warn(`${why}: connection closed`)
    raw.destroy()
  }
  // Node restarts this timer when the client reads, not when we write.
  raw.setTimeout(stalled, () => closeConnection('The client stopped reading'))
  // A client that reads one byte a minute would otherwise hold the export for days.
  const timer = setTimeout(() => closeConnection('The client read too slowly'), total)
  raw.once('close', () => clearTimeout(timer))
}
