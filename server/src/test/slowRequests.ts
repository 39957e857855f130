import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ApiResponse } from './testApp.ts'

/** A request that is sent in parts, and its response. */
export interface PausedRequest {
  /** Resolves when the head was accepted and the body is overdue. */
  authenticated: Promise<unknown>
  /** Sends the next byte. Resolves when the server has received it. */
  sendByte(): Promise<void>
  /** Sends the rest of the body. */
  finish(): Promise<ApiResponse>
  answer: Promise<ApiResponse>
  closed: Promise<unknown>
}

interface PausedRequestOptions {
  method: string
  url: string
  token?: string | undefined
  /** A Buffer as it is, anything else as JSON. */
  body: unknown
  headers?: Record<string, string>
}

/** Listens on a port. Requests send only head and first byte at first. */
export async function listenForPausedRequests(app: FastifyInstance) {
  const socketResolvers = new Map<string, (serverSocket: Socket) => void>()
  // This hook runs only after authentication.
  app.addHook('preParsing', async ({ headers, raw }) =>
    socketResolvers.get(String(headers['x-prueba']))?.(raw.socket),
  )
  // Otherwise closing waits until kept-alive connections time out.
  app.addHook('preClose', async () => app.server.closeAllConnections())
  await app.listen({ port: 0, host: '127.0.0.1' })
  // A server listening on a port has an AddressInfo.
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
        // Otherwise the client itself would close the connection after an error.
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
    const rejected = answer.then(({ status }) => Promise.reject(new Error(`Rejected at once: ${status}`)))
    const admitted = Promise.race([promise, rejected]).then(() => sleep(150))
    // Each test awaits only some of them.
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
