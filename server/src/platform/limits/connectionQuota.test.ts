import { once } from 'node:events'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readEnv } from '../env.ts'
import { createFastify } from '../http/fastify.ts'
import { createHttpServer } from './httpServer.ts'

// What becomes of connections when all are taken. Each 127.0.0.x is an address of its own.

const closing: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) close()
})

const most = 20
const answer: RequestListener = (request, response) => {
  request.resume().once('end', () => response.end('x'))
}

/** Who connects to a server, and from where. */
function entering(server: Server) {
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const enter = async (from: number, sends = ''): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${from}` })
    socket.on('error', () => undefined)
    closing.push(() => socket.destroy())
    const accepted = once(server, 'connection')
    await once(socket, 'connect')
    await accepted
    if (sends) {
      const came = once(server, 'request')
      await new Promise((resolve) => socket.write(sends, resolve))
      // Half a head is no request yet.
      if (sends.includes('\r\n\r\n')) await came
    }
    return socket
  }
  const enterTimes = async (times: number, from: number, sends?: string) => {
    const sockets: Socket[] = []
    for (let i = 0; i < times; i++) sockets.push(await enter(from, sends))
    return sockets
  }
  return { enter, enterTimes }
}

/** A server of so few connections. */
async function aDoor(handle = answer, isProxy = (_address: string) => false) {
  const warned: string[] = []
  const log = { warn: (line: unknown) => void warned.push(String(line)) }
  const server = createHttpServer(handle, { maxConnections: most, isProxy, log }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close().closeAllConnections())
  return { ...entering(server), warned, server }
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const slowBody = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx'
const halfHead = 'GET / HTTP/1.1\r\nHo'

async function isServed(socket: Socket) {
  const answered = once(socket, 'data')
  socket.write(get)
  expect(String(await answered)).toContain('200 OK')
}
/** Which of them were closed, by their numbers; ends when `count` were. */
async function closedOf(sockets: Socket[], count: number) {
  const numbers = () => sockets.flatMap(({ readyState }, i) => (readyState === 'closed' ? [i] : []))
  for (const socket of sockets) socket.resume()
  await expect.poll(() => numbers().length).toBeGreaterThanOrEqual(count)
  return numbers()
}

describe('when all connections are taken', () => {
  test('whoever holds most gives up the one that is idle for longest, and a new visitor is served', async () => {
    const { enter, enterTimes, warned } = await aDoor()
    const neighbour = await enterTimes(3, 3)
    const many = await enterTimes(most - 3, 2)
    // The first two have asked and are the youngest now.
    await isServed(many[0]!)
    await isServed(many[1]!)
    await isServed(await enter(4))
    await isServed(await enter(5))
    expect(await closedOf(many, 2)).toEqual([2, 3])
    expect(await closedOf(neighbour, 0)).toEqual([])
    expect(warned).toEqual([`${most} connections are open: 127.0.0.2 holds ${most - 3} and makes room`])
  })

  test.each([
    ['a body that does not end', slowBody],
    ['a head that does not end', halfHead],
  ])('an idle one goes before one with %s, and then the oldest of these', async (_what, sends) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { enter, enterTimes } = await aDoor()
    const idle = [await enter(2), await enter(2)]
    for (const socket of idle) await isServed(socket)
    vi.advanceTimersByTime(1100)
    const slow = await enterTimes(most - 2, 2, sends)
    await isServed(await enter(3))
    await isServed(await enter(3))
    expect(await closedOf(idle, 2)).toEqual([0, 1])
    expect(await closedOf(slow, 0)).toEqual([])
    await isServed(await enter(3))
    expect(await closedOf(slow, 1)).toEqual([0])
  })

  test('a visitor from the very address that holds them is served too', async () => {
    const { enter, enterTimes } = await aDoor()
    const slow = await enterTimes(most, 2, slowBody)
    for (let i = 0; i < 5; i++) await isServed(await enter(2))
    expect(await closedOf(slow, 5)).toEqual([0, 1, 2, 3, 4])
  })

  test('who takes nothing of an answer makes room, who waits for one does not', async () => {
    const begun: ServerResponse[] = []
    const { enter, enterTimes, warned } = await aDoor((request, response) => {
      if (request.url === '/' && request.headers.host === 'x') begun.push(response)
      else response.end(Buffer.alloc(32 * 1024 ** 2))
    })
    const waits = await enterTimes(most, 2, get)
    await expect.poll(() => begun.length).toBe(most)
    const late = await enter(3)
    expect(await closedOf([late], 1)).toEqual([0])
    expect(warned).toEqual([expect.stringContaining('127.0.0.3 holds 1 and makes room')])
    begun[0]?.end(Buffer.alloc(32 * 1024 ** 2))
    await expect.poll(() => begun[0]?.writableLength).toBeGreaterThan(0)
    const next = await enter(3)
    await expect.poll(() => begun[0]?.destroyed).toBe(true)
    expect(next.readyState).toBe('open')
    expect(await closedOf(waits.slice(1), 0)).toEqual([])
  })

  test('a thousand that come at once are no more than there may be', async () => {
    const { enter, server } = await aDoor()
    const { port } = server.address() as AddressInfo
    const sockets = Array.from({ length: 1000 }, () => connect({ port, host: '127.0.0.1' }))
    for (const socket of sockets) socket.on('error', () => undefined)
    expect(await closedOf(sockets, 1000 - most)).toHaveLength(1000 - most)
    const open = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))
    expect(await open()).toBe(most)
    await isServed(await enter(3))
  })
})

describe('connections of a proxy', () => {
  test('are never given up: what comes beyond is dropped', async () => {
    const { enter, enterTimes, warned } = await aDoor(answer, (address) => address === '127.0.0.9')
    const proxied = await enterTimes(most, 9)
    expect(await closedOf([await enter(9)], 1)).toEqual([0])
    expect(await closedOf(proxied, 0)).toEqual([])
    expect(warned).toEqual([`${most} connections are open: what comes beyond is dropped`])
  })

  test.each(['true', '127.0.0.0/8', '10.0.0.1,127.0.0.9'])(
    'count for whose request is on them (TRUST_PROXY=%s)',
    async (TRUST_PROXY) => {
      const app = createFastify(pino({ level: 'silent' }), readEnv({ TRUST_PROXY }))
      app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) =>
        done(null, body),
      )
      app.route({ method: ['GET', 'POST'], url: '/', handler: () => 'x' })
      await app.listen({ port: 0, host: '127.0.0.1' })
      const { enter, enterTimes } = entering(app.server)
      closing.push(
        () => void app.close(),
        () => app.server.closeAllConnections(),
      )
      const from = (address: string, request: string) =>
        request.replace('Host: x', `Host: x\r\nContent-Type: text/plain\r\nX-Forwarded-For: ${address}`)

      const pooled = await enterTimes(3, 9)
      const slow = await enterTimes(1997, 9, from('203.0.113.7', slowBody))
      const answered = await enter(9)
      const said = once(answered, 'data')
      answered.write(from('198.51.100.1', get))
      expect(String(await said)).toContain('200 OK')
      expect(await closedOf(slow, 1)).toEqual([0])
      // The same proxy's connection is nobody's again.
      await enterTimes(5, 9, from('203.0.113.7', slowBody))
      expect(await closedOf(slow, 6)).toEqual([0, 1, 2, 3, 4, 5])
      expect(await closedOf([answered, ...pooled], 0)).toEqual([])
    },
  )
})
