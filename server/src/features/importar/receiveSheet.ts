import { createHash } from 'node:crypto'
import { importLimits, importWords } from '@flota/contract/importarWords.ts'
import type { FastifyRequest } from 'fastify'
import { HttpError, invalid } from '../../platform/http/errors.ts'

export interface ReceivedSheet {
  bytes: Uint8Array<ArrayBuffer>
  sha256: string
}

const tooLarge = () => new HttpError(413, 'CUERPO_MUY_GRANDE', importWords.tooLarge)

/** Takes the bytes in, which are never on the disk. @throws {HttpError} 400 of none, 413 */
export async function receiveSheet({ raw, headers }: FastifyRequest): Promise<ReceivedSheet> {
  if (Number(headers['content-length']) > importLimits.maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let length = 0
  // Who is told before all is read goes on sending, and is to hear it: the stream stays open.
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > importLimits.maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  if (length === 0) throw invalid({ archivo: importWords.empty })
  // A buffer of its own, which can be given to the thread that reads.
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}
