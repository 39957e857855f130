import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** Reader of a long response that reads nothing at first. */
export interface SlowReader {
  /** Whether the response has started. */
  hasStarted: () => boolean
  response: Promise<IncomingMessage>
  disconnect(): void
}

/** Listens on a Unix socket, whose buffer is small. A TCP socket may buffer megabytes for a slow reader. */
export async function listenForSlowReaders(app: FastifyInstance) {
  const folder = await mkdtemp(join(tmpdir(), 'flota-lector-'))
  const socketPath = join(folder, 's')
  await app.listen({ path: socketPath })
  return {
    open(path: string, token = '', body?: unknown): SlowReader {
      const outgoing = request({
        socketPath,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })
      let hasBegun = false
      outgoing.once('response', () => {
        hasBegun = true
      })
      // The test awaits the request itself.
      outgoing.on('error', () => undefined)
      outgoing.end(body === undefined ? undefined : JSON.stringify(body))
      const started = once(outgoing, 'response').then(([response]) => response as IncomingMessage)
      started.catch(() => undefined)
      return { hasStarted: () => hasBegun, response: started, disconnect: () => outgoing.destroy() }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
