import { payloads } from './payloads.ts'

export type Header = readonly [name: string, value: string]

/** A request on the wire. */
export interface WireRequest {
  method: string
  /** Encoded address. */
  target: string
  headers: readonly Header[]
  body?: Buffer
}

export const json: Header = ['Content-Type', 'application/json']

/** Serializes a request. Texts become UTF-8, headers byte by byte. */
export function encodeRequest({ method, target, headers, body }: WireRequest): Buffer {
  const all: Header[] = [
    ['Host', 'flota.example'],
    ...headers,
    ...(body ? [['Content-Length', String(body.length)] as const] : []),
    ['Connection', 'close'],
  ]
  const head = all.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}\r\n`), body ?? Buffer.alloc(0)])
}

const host = 'Host: flota.example\r\n'
const repeatLines = (count: number, of: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i)).join('')

/** Byte sequences that no parser may accept as a complete request, as functions of method and address. */
export const unreadableRequests: ((method: string, target: string) => string | Buffer)[] = [
  (method, target) => `${method} ${target} HTTP/1.1\r\n\r\n`,
  (method, target) => `${method} ${target}\r\n\r\n`,
  (method, target) => `${method} ${target} HTTP/9.9\r\n${host}\r\n`,
  (method, target) => `${method} ${target} HTCPCP/1.0\r\n${host}\r\n`,
  (method, target) => `${method}  ${target} x HTTP/1.1\r\n${host}\r\n`,
  (method, target) => `${method.toLowerCase()} ${target} HTTP/1.1\r\n${host}\r\n`,
  (method, target) => `P\u00d3ST ${target} HTTP/1.1\r\n${host}\r\n`,
  (_method, target) => `NADA ${target} HTTP/1.1\r\n${host}\r\n`,
  () => `CONNECT flota.example:443 HTTP/1.1\r\n${host}\r\n`,
  (method, target) => `${method} ${target} HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`,
  (method, target) => `${method} ${target} HTTP/1.1\r\n${host}Content-Length: 0x5\r\n\r\n{"a":`,
  (method, target) =>
    `${method} ${target} HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `,
  (method, target) =>
    `${method} ${target} HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  (method, target) =>
    `${method} ${target} HTTP/1.1\r\n${host}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  (method, target) =>
    `${method} ${target} HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  (method, target) =>
    `${method} ${target} HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n`,
  (method, target) =>
    `${method} ${target} HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
  (method, target) => `${method} ${target} HTTP/1.1\r\n${host}Sin dos puntos\r\n\r\n`,
  (method, target) => `${method} ${target} HTTP/1.1\r\n${host}Con espacio : x\r\n\r\n`,
  (method, target) => `${method} ${target} HTTP/1.1\r\n${host}X: uno\r\n dos\u0000tres\r\n\r\n`,
  (method, target) => `${method} ${target} HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`,
  (method, target) => `${method} ${target}?${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`,
  (method, target) =>
    `${method} ${target} HTTP/1.1\r\n${host}${repeatLines(3000, (i) => `X-${i}: x\r\n`)}\r\n`,
  (method, target) => `${method} ${target} HTTP/1.1\r\n${host}Expect: lo imposible\r\n\r\n`,
  (method, target) => `${method} ${target} HTTP/1.1\n${host.replace('\r', '')}X: \rY: si\n\n`,
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => 'SSH-2.0-OpenSSH_9.9\r\n',
  () => Buffer.from('16030100c8010000c40303', 'hex'),
  () => Buffer.from(Array.from({ length: 256 }, (_, i) => i)),
  () => '\r\n'.repeat(50),
  () => payloads.join('\r\n\r\n'),
]
