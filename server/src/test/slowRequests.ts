import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Answer } from './testApp.ts'

/** What is sent of a request, and what came of it. */
export interface Held {
  /** The head was let in, and the body has been awaited for longer than a prompt one takes. */
  admitted: Promise<unknown>
  /** Sends the next byte; ends when the server has it. */
  drip(): Promise<void>
  /** Sends what is left of the body. */
  finish(): Promise<Answer>
  answer: Promise<Answer>
  closed: Promise<unknown>
}

interface Holdable {
  method: string
  url: string
  token?: string | undefined
  /** Bytes as they are, anything else as JSON. */
  body: unknown
  headers?: Record<string, string>
}

/** Listens on a port, for requests of which only the head and one byte come at first. */
export async function listenForHeld(app: FastifyInstance) {
  const letIn = new Map<string, (near: Socket) => void>()
  // Who is not let in never comes to this hook.
  app.addHook('preParsing', async ({ headers, raw }) => letIn.get(String(headers['x-prueba']))?.(raw.socket))
  // Else the end waits until the connections that were kept alive have been idle for long.
  app.addHook('preClose', async () => app.server.closeAllConnections())
  await app.listen({ port: 0, host: '127.0.0.1' })
  // A server that listens on a port has an address of this kind.
  const { port } = app.server.address() as AddressInfo

  return ({ method, url, token, body, headers = {} }: Holdable): Held => {
    const name = String(letIn.size)
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const sent = request({
      port,
      method,
      path: url,
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': bytes.length,
        'x-prueba': name,
        // Else a refusal would end the connection by the sender's own wish.
        connection: 'keep-alive',
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    })
    const answer = once(sent, 'response').then(async ([response]) => ({
      status: response.statusCode,
      headers: response.headers,
      body: JSON.parse(await text(response)),
    }))
    const { promise, resolve } = Promise.withResolvers<Socket>()
    letIn.set(name, resolve)
    const refused = answer.then(({ status }) => Promise.reject(new Error(`refused at once: ${status}`)))
    const admitted = Promise.race([promise, refused]).then(() => sleep(150))
    // Each test awaits what it looks at.
    for (const each of [answer, refused, admitted]) each.catch(() => undefined)
    sent.on('error', () => undefined)
    let next = 0
    const write = () => void sent.write(bytes.subarray(next, ++next))
    const drip = async () => {
      const near = await promise
      const before = near.bytesRead
      write()
      while (near.bytesRead === before && !near.destroyed) await sleep(1)
    }
    write()
    return {
      admitted,
      answer,
      drip,
      finish: () => {
        sent.end(bytes.subarray(next))
        return answer
      },
      closed: once(sent, 'close'),
    }
  }
}
