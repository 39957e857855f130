import { connect } from 'node:net'

export interface RawResponse {
  /** Undefined where the connection ended without an answer. */
  status: number | undefined
  head: string
  body: string
  /** From the first byte sent to the last one heard. */
  ms: number
}

const responseTimeoutMs = 15_000
/** A server that waits for more of what can't become a request is told that this was all. */
const inputEndDelayMs = 300

/** Sends these bytes on a connection of their own, and hears it out. `whole` means that an answer must come of them. */
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
    // The other side may well cut off who sends too much.
    socket.on('error', () => undefined)
    socket.on('end', () => socket.end())
    socket.on('close', () => {
      clearTimeout(timeout)
      clearTimeout(inputEnd)
      const heard = parseResponse(Buffer.concat(pieces))
      resolve({ ...heard, ms: (heard.status === undefined ? performance.now() : last) - startedAt })
    })
    socket.write(bytes)
  })
}

/** The first final answer: a connection that is ended in the middle may be told so after it. */
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
