import { connect } from 'node:net'

export interface Heard {
  /** Undefined where the connection ended without an answer. */
  status: number | undefined
  head: string
  body: string
  /** From the first byte sent to the last one heard. */
  ms: number
}

const patience = 15_000
/** A server that waits for more of what can't become a request is told that this was all. */
const silence = 300

/** Sends these bytes on a connection of their own, and hears it out. `whole` means that an answer must come of them. */
export function exchange(port: number, bytes: Buffer, whole: boolean): Promise<Heard> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const over = setTimeout(() => socket.destroy(), patience)
    const enough = whole ? undefined : setTimeout(() => socket.end(), silence)
    let last = begun
    socket.on('data', (piece: Buffer) => {
      last = performance.now()
      pieces.push(piece)
    })
    // The other side may well cut off who sends too much.
    socket.on('error', () => undefined)
    socket.on('end', () => socket.end())
    socket.on('close', () => {
      clearTimeout(over)
      clearTimeout(enough)
      const heard = answerIn(Buffer.concat(pieces))
      resolve({ ...heard, ms: (heard.status === undefined ? performance.now() : last) - begun })
    })
    socket.write(bytes)
  })
}

/** The first final answer: a connection that is ended in the middle may be told so after it. */
function answerIn(bytes: Buffer): Omit<Heard, 'ms'> {
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
