import { connect } from 'node:net'

export interface RawResponse {
  /** undefined if the connection closed without a response. */
  status: number | undefined
  head: string
  body: string
  /** From the first byte sent to the last byte received. */
  ms: number
}

const responseTimeoutMs = 15_000
/** Delay before the client half-closes, so that a server waiting for more input gets an end. */
const inputEndDelayMs = 300

/**
 * Sends the bytes over a new connection and reads until its end. `expectsResponse` means that a response must
 * come.
 */
export function sendRaw(port: number, bytes: Buffer, expectsResponse: boolean): Promise<RawResponse> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const timeout = setTimeout(() => socket.destroy(), responseTimeoutMs)
    const inputEnd = expectsResponse ? undefined : setTimeout(() => socket.end(), inputEndDelayMs)
    let last = startedAt
    socket.on('data', (piece: Buffer) => {
      last = performance.now()
      pieces.push(piece)
    })
    // The server may cut off a sender of too much.
    socket.on('error', () => undefined)
    socket.on('end', () => socket.end())
    socket.on('close', () => {
      clearTimeout(timeout)
      clearTimeout(inputEnd)
      const response = parseResponse(Buffer.concat(pieces))
      resolve({ ...response, ms: (response.status === undefined ? performance.now() : last) - startedAt })
    })
    socket.write(bytes)
  })
}

/** Parses the first final response. An interrupted connection may get another one after it. */
function parseResponse(bytes: Buffer): Omit<RawResponse, 'ms'> {
  const [, before = '', status, head = ''] =
    /^((?:HTTP\/1\.1 1\d\d [^\r]*\r\n(?:.+\r\n)*\r\n)*)HTTP\/1\.1 (\d{3}) [^\r]*\r\n([^]*?)\r\n\r\n/.exec(
      bytes.toString('latin1'),
    ) ?? []
  if (status === undefined) return { status: undefined, head: '', body: '' }
  const begins = bytes.indexOf('\r\n\r\n', before.length) + 4
  const [, length] = /^content-length: (\d+)/im.exec(head) ?? []
  const body = bytes.subarray(begins, length === undefined ? undefined : begins + Number(length))
  return { status: Number(status), head, body: body.toString() }
}
