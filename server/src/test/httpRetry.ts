import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

interface RequestTarget {
  address: string
  token: string
  path: string
  /** Makes the JSON body of each POST; GET without it. */
  makeBody?: () => unknown
}

/** Response, or the end of a connection without one (status 0), and the milliseconds until its last byte. */
export interface TimedResponse {
  status: number
  ms: number
}

/**
 * Sends requests from `clients` connections until the signal, each after the previous response. Clients wait
 * as Retry-After says, unless `rude`.
 */
export async function repeatRequests(
  clients: number,
  call: RequestTarget & { isRude?: boolean },
  signal: AbortSignal,
  onResult: (answered: TimedResponse) => void,
): Promise<void> {
  const client = async () => {
    while (!signal.aborted) await repeatOnConnection(call, signal, onResult)
  }
  await Promise.all(Array.from({ length: clients }, client))
}

async function repeatOnConnection(
  { address, token, path, makeBody, isRude: ignoresRetryAfter = false }: RequestTarget & { isRude?: boolean },
  signal: AbortSignal,
  onResponse: (answered: TimedResponse) => void,
) {
  const { port, hostname, host } = new URL(address)
  const head = `${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n`
  const makeRequest = () => {
    if (!makeBody) return `GET ${head}\r\n`
    const body = JSON.stringify(makeBody())
    return `POST ${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }
  const socket = connect(Number(port), hostname).setNoDelay(true)
  try {
    await once(socket, 'connect')
    while (!signal.aborted) {
      const startedAt = performance.now()
      socket.write(makeRequest())
      const { status, retryAfter } = await readResponse(socket)
      onResponse({ status, ms: performance.now() - startedAt })
      if (retryAfter > 0 && !ignoresRetryAfter)
        await sleep(retryAfter * 1000, undefined, { signal }).catch(() => undefined)
    }
  } catch {
    if (!signal.aborted) onResponse({ status: 0, ms: 0 })
    await sleep(100)
  } finally {
    socket.destroy()
  }
}

const lastChunk = '\r\n0\r\n\r\n'

/** Reads a response with Content-Length or in chunks. A library would take more CPU than the program under test. */
function readResponse(socket: Socket): Promise<{ status: number; retryAfter: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; retryAfter: number }>()
  let head = ''
  let missingBytes: number | undefined
  let tail = ''
  const number = (name: string) => Number(new RegExp(`^${name}: (\\d+)\r`, 'im').exec(head)?.[1] ?? 0)
  const isChunked = () => /^transfer-encoding: chunked\r/im.test(head)
  const take = (bytes: Buffer) => {
    tail = (tail + bytes.toString('latin1', Math.max(0, bytes.length - lastChunk.length))).slice(
      -lastChunk.length,
    )
    if (missingBytes === undefined) {
      head += bytes.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      missingBytes = end + 4 + number('content-length') - head.length
    } else missingBytes -= bytes.length
    if (isChunked() ? tail === lastChunk : missingBytes <= 0)
      resolve({ status: Number(head.slice('HTTP/1.1 '.length, 12)), retryAfter: number('retry-after') })
  }
  const rejectClosed = () => reject(new Error('Connection closed without a response'))
  socket.on('data', take).on('error', rejectClosed).on('close', rejectClosed)
  return promise.finally(() => socket.off('data', take).off('error', rejectClosed).off('close', rejectClosed))
}
