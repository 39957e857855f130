import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { sentences } from '@flota/contract/sentences.ts'
import { STATUS_CODES } from '../nodeHttp.ts'
import { commonHeaders } from './headers.ts'

interface ErrorReply {
  status: number
  code: string
  message: string
}

const notUnderstood = { status: 400, code: 'VALIDACION', message: 'La petición no se entiende.' }
const errorReplies: Record<string, ErrorReply> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'TIEMPO_AGOTADO', message: sentences.requestTimedOut },
  HPE_HEADER_OVERFLOW: { ...notUnderstood, status: 431 },
}

/** Bytes that never became a request: no hook sees them, and still every answer has its headers and envelope. */
export function replyToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, code, message } = errorReplies[error.code ?? ''] ?? notUnderstood
  const body = JSON.stringify({ success: false, message, error: { code } })
  const headers = {
    ...commonHeaders,
    'X-Request-Id': randomUUID(),
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroy(error)
}
