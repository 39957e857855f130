import { once } from 'node:events'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readEnv } from '../env.ts'
import { createFastify } from '../http/fastify.ts'
import { createHttpServer } from './httpServer.ts'

// Each 127.0.0.x is a client of its own.

const closing: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) close()
})

const maxConnections = 20
const answer: RequestListener = (request, response) => {
  request.resume().once('end', () => response.end('x'))
}

/** Opens connections to a server from chosen addresses. */
function connectorOf(server: Server) {
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo
  const open = async (from: number, sends = ''): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${from}` })
    socket.on('error', () => undefined)
    closing.push(() => socket.destroy())
    const accepted = once(server, 'connection')
    await once(socket, 'connect')
    await accepted
    if (sends) {
      const came = once(server, 'request')
      await new Promise((resolve) => socket.write(sends, resolve))
      // Half a head emits no request.
      if (sends.includes('\r\n\r\n')) await came
    }
    return socket
  }
  const openMany = async (times: number, from: number, sends?: string) => {
    const sockets: Socket[] = []
    for (let i = 0; i < times; i++) sockets.push(await open(from, sends))
    return sockets
  }
  return { open, openMany }
}

/** Starts a server that allows few connections. */
async function startServer(handle = answer, isProxy = (_address: string) => false) {
  const warned: string[] = []
  const log = { warn: (line: unknown) => void warned.push(String(line)) }
  const server = createHttpServer(handle, { maxConnections, isProxy, log }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close().closeAllConnections())
  return { ...connectorOf(server), warned, server }
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const slowBody = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx'
const halfHead = 'GET / HTTP/1.1\r\nHo'

async function isServed(socket: Socket) {
  const answered = once(socket, 'data')
  socket.write(get)
  expect(String(await answered)).toContain('200 OK')
}
/** Waits until `count` sockets are closed and returns their indexes. */
async function closedOf(sockets: Socket[], count: number) {
  const numbers = () => sockets.flatMap(({ readyState }, i) => (readyState === 'closed' ? [i] : []))
  for (const socket of sockets) socket.resume()
  await expect.poll(() => numbers().length).toBeGreaterThanOrEqual(count)
  return numbers()
}

describe('ConnectionQuota when all connections are taken', () => {
  test('closes the longest idle connection of the client with the most', async () => {
    const { open, openMany, warned } = await startServer()
    const neighbour = await openMany(3, 3)
    const many = await openMany(maxConnections - 3, 2)
    // Their requests make the first two the most recent.
    await isServed(many[0]!)
    await isServed(many[1]!)
    await isServed(await open(4))
    await isServed(await open(5))
    expect(await closedOf(many, 2)).toEqual([2, 3])
    expect(await closedOf(neighbour, 0)).toEqual([])
    expect(warned).toEqual([
      `${maxConnections} connections are open: 127.0.0.2 holds ${maxConnections - 3} and makes room`,
    ])
  })

  test.each([
    ['an incomplete body', slowBody],
    ['an incomplete head', halfHead],
  ])('closes idle connections first, then the oldest with %s', async (_what, sends) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { open, openMany } = await startServer()
    const idle = [await open(2), await open(2)]
    for (const socket of idle) await isServed(socket)
    vi.advanceTimersByTime(1100)
    const slow = await openMany(maxConnections - 2, 2, sends)
    await isServed(await open(3))
    await isServed(await open(3))
    expect(await closedOf(idle, 2)).toEqual([0, 1])
    expect(await closedOf(slow, 0)).toEqual([])
    await isServed(await open(3))
    expect(await closedOf(slow, 1)).toEqual([0])
  })

  test('serves a new connection of the client that has them all', async () => {
    const { open, openMany } = await startServer()
    const slow = await openMany(maxConnections, 2, slowBody)
    for (let i = 0; i < 5; i++) await isServed(await open(2))
    expect(await closedOf(slow, 5)).toEqual([0, 1, 2, 3, 4])
  })

  test('closes a connection with an unread response, not one that awaits its response', async () => {
    const begun: ServerResponse[] = []
    const { open, openMany, warned } = await startServer((request, response) => {
      if (request.url === '/' && request.headers.host === 'x') begun.push(response)
      else response.end(Buffer.alloc(32 * 1024 ** 2))
    })
    const pending = await openMany(maxConnections, 2, get)
    await expect.poll(() => begun.length).toBe(maxConnections)
    const late = await open(3)
    expect(await closedOf([late], 1)).toEqual([0])
    expect(warned).toEqual([expect.stringContaining('127.0.0.3 holds 1 and makes room')])
    begun[0]?.end(Buffer.alloc(32 * 1024 ** 2))
    await expect.poll(() => begun[0]?.writableLength).toBeGreaterThan(0)
    const next = await open(3)
    await expect.poll(() => begun[0]?.destroyed).toBe(true)
    expect(next.readyState).toBe('open')
    expect(await closedOf(pending.slice(1), 0)).toEqual([])
  })

  test('keeps the maximum when 1000 connect at once', async () => {
    const { open, server } = await startServer()
    const { port } = server.address() as AddressInfo
    const sockets = Array.from({ length: 1000 }, () => connect({ port, host: '127.0.0.1' }))
    for (const socket of sockets) socket.on('error', () => undefined)
    expect(await closedOf(sockets, 1000 - maxConnections)).toHaveLength(1000 - maxConnections)
    const countOpen = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
    expect(await countOpen()).toBe(maxConnections)
    await isServed(await open(3))
  })
})

describe('ConnectionQuota of proxy connections', () => {
  test('drops new connections and closes none of the proxy', async () => {
    const { open, openMany, warned } = await startServer(answer, (address) => address === '127.0.0.9')
    const proxied = await openMany(maxConnections, 9)
    expect(await closedOf([await open(9)], 1)).toEqual([0])
    expect(await closedOf(proxied, 0)).toEqual([])
    expect(warned).toEqual([`${maxConnections} connections are open: what comes beyond is dropped`])
  })

  test.each(['true', '127.0.0.0/8', '10.0.0.1,127.0.0.9'])(
    'counts each for the forwarded client during its request (TRUST_PROXY=%s)',
    async (TRUST_PROXY) => {
      const app = createFastify(pino({ level: 'silent' }), readEnv({ TRUST_PROXY }))
      app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) =>
        done(null, body),
      )
      app.route({ method: ['GET', 'POST'], url: '/', handler: () => 'x' })
      await app.listen({ port: 0, host: '127.0.0.1' })
      const { open, openMany } = connectorOf(app.server)
      closing.push(
        () => void app.close(),
        () => app.server.closeAllConnections(),
      )
      const from = (address: string, request: string) =>
        request.replace('Host: x', `Host: x\r\nContent-Type: text/plain\r\nX-Forwarded-For: ${address}`)

      const pooled = await openMany(3, 9)
      const slow = await openMany(1997, 9, from('203.0.113.7', slowBody))
      const answered = await open(9)
      const said = once(answered, 'data')
      answered.write(from('198.51.100.1', get))
      expect(String(await said)).toContain('200 OK')
      expect(await closedOf(slow, 1)).toEqual([0])
      // After its response the proxy's connection counts for no client.
      await openMany(5, 9, from('203.0.113.7', slowBody))
      expect(await closedOf(slow, 6)).toEqual([0, 1, 2, 3, 4, 5])
      expect(await closedOf([answered, ...pooled], 0)).toEqual([])
    },
  )
})
