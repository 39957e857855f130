import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ApiResponse } from './testApp.ts'

/** What is sent of a request, and what came of it. */
export interface PausedRequest {
  /** The head was let in, and the body has been awaited for longer than a prompt one takes. */
  authenticated: Promise<unknown>
  /** Sends the next byte; ends when the server has it. */
  sendByte(): Promise<void>
  /** Sends what is left of the body. */
  finish(): Promise<ApiResponse>
  answer: Promise<ApiResponse>
  closed: Promise<unknown>
}

interface PausedRequestOptions {
  method: string
  url: string
  token?: string | undefined
  /** Bytes as they are, anything else as JSON. */
  body: unknown
  headers?: Record<string, string>
}

/** Listens on a port, for requests of which only the head and one byte come at first. */
export async function listenForPausedRequests(app: FastifyInstance) {
  const socketResolvers = new Map<string, (serverSocket: Socket) => void>()
  // Who is not let in never comes to this hook.
  app.addHook('preParsing', async ({ headers, raw }) =>
    socketResolvers.get(String(headers['x-prueba']))?.(raw.socket),
  )
  // Else the end waits until the connections that were kept alive have been idle for long.
  app.addHook('preClose', async () => app.server.closeAllConnections())
  await app.listen({ port: 0, host: '127.0.0.1' })
  // A server that listens on a port has an address of this kind.
  const { port } = app.server.address() as AddressInfo

  return ({ method, url, token, body, headers = {} }: PausedRequestOptions): PausedRequest => {
    const name = String(socketResolvers.size)
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const clientRequest = request({
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
    const answer = once(clientRequest, 'response').then(async ([response]) => ({
      status: response.statusCode,
      headers: response.headers,
      body: JSON.parse(await text(response)),
    }))
    const { promise, resolve } = Promise.withResolvers<Socket>()
    socketResolvers.set(name, resolve)
    const rejected = answer.then(({ status }) => Promise.reject(new Error(`refused at once: ${status}`)))
    const admitted = Promise.race([promise, rejected]).then(() => sleep(150))
    // Each test awaits what it looks at.
    for (const each of [answer, rejected, admitted]) each.catch(() => undefined)
    clientRequest.on('error', () => undefined)
    let next = 0
    const write = () => void clientRequest.write(bytes.subarray(next, ++next))
    const drip = async () => {
      const serverSocket = await promise
      const before = serverSocket.bytesRead
      write()
      while (serverSocket.bytesRead === before && !serverSocket.destroyed) await sleep(1)
    }
    write()
    return {
      authenticated: admitted,
      answer,
      sendByte: drip,
      finish: () => {
        clientRequest.end(bytes.subarray(next))
        return answer
      },
      closed: once(clientRequest, 'close'),
    }
  }
}
