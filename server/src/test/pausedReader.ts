import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** A reader of a long answer, who reads nothing of it until told to. */
export interface SlowReader {
  /** Whether the answer has begun. */
  hasStarted: () => boolean
  response: Promise<IncomingMessage>
  disconnect(): void
}

/** Listens on a Unix socket, which holds little for a reader that does not read; a TCP socket may hold megabytes. */
export async function listenForSlowReaders(app: FastifyInstance) {
  const folder = await mkdtemp(join(tmpdir(), 'flota-lector-'))
  const socketPath = join(folder, 's')
  await app.listen({ path: socketPath })
  return {
    open(path: string, token = '', body?: unknown): SlowReader {
      const sent = request({
        socketPath,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })
      let hasBegun = false
      sent.once('response', () => {
        hasBegun = true
      })
      // Whoever leaves is told so by its own request.
      sent.on('error', () => undefined)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
      const begun = once(sent, 'response').then(([response]) => response as IncomingMessage)
      begun.catch(() => undefined)
      return { hasStarted: () => hasBegun, response: begun, disconnect: () => sent.destroy() }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
