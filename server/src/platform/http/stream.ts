import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type Begun, begun } from './primeIterator.ts'

export type Chunks = AsyncIterable<string | Uint8Array>

/** A reader that takes nothing for so long is let go, and so is one that has not taken all after `longest`. */
const usual = { stalled: 60_000, longest: 15 * 60_000 }

/**
 * What fails before the first chunk is thrown; a later failure breaks the connection off, so that nobody takes a
 * part for the whole. A reader who leaves aborts `gone` and ends the iteration.
 */
export async function sendStream(
  reply: FastifyReply,
  headers: Record<string, string>,
  make: (gone: AbortSignal) => Chunks,
  patience = usual,
): Promise<Readable | undefined> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  try {
    const chunks = await begun(make(gone.signal))
    if (!gone.signal.aborted) {
      letGoOfSlow(reply, patience)
      void reply.headers(headers)
      const stream = Readable.from(whileAdmitted(chunks, reply.request.stillAdmit), { objectMode: false })
      stream.on('error', (err) => reply.log.error({ err }, 'an answer failed after its first bytes'))
      return stream
    }
    await chunks.leave()
  } catch (error) {
    if (!gone.signal.aborted) throw error
  }
  // Nobody is there to be answered.
  reply.hijack()
  return undefined
}

/** Asked between two chunks whether its reader may still have it. */
function whileAdmitted<T>(chunks: Begun<T>, stillAdmit: (() => Promise<void>) | undefined): AsyncIterable<T> {
  const rest = chunks[Symbol.asyncIterator]()
  // No generator, as in begun.ts.
  const asked: AsyncIterator<T> = {
    next: async () => {
      const given = await rest.next()
      if (!given.done) await stillAdmit?.()
      return given
    },
    return: async () => {
      await chunks.leave()
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => asked }
}

function letGoOfSlow({ raw, log }: FastifyReply, { stalled, longest }: typeof usual): void {
  const letGo = (why: string) => {
    log.warn(`${why}: connection closed`)
    raw.destroy()
  }
  // Node restarts this clock with every byte that the reader takes, and not when we make more of them.
  raw.setTimeout(stalled, () => letGo('a reader takes nothing any more'))
  // Else one that takes a byte a minute would keep what is made for it for days.
  const end = setTimeout(() => letGo('a reader takes too long'), longest)
  raw.once('close', () => clearTimeout(end))
}
