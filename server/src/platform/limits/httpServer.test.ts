import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { createHttpServer } from './httpServer.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Starts a server with this handler. */
async function startServer(handle: RequestListener, idleTimeoutMs?: number) {
  const server = createHttpServer(handle, idleTimeoutMs === undefined ? {} : { idleTimeoutMs }).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  closing.push(() => server.close().closeAllConnections())
  return {
    open: (): Socket => {
      const socket = connect(address.port, '127.0.0.1')
      socket.on('error', () => undefined)
      closing.push(() => socket.destroy())
      return socket
    },
    connections: () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))),
  }
}

const get = (path: string | number, more = '') => `GET /${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
const gets = (count: number) => Array.from({ length: count }, (_, i) => get(i)).join('')

describe('pipelined requests', () => {
  test('are handled one after the other and answered in order', async () => {
    const begun: string[] = []
    let making = 0
    const { open } = await startServer((request, response) => {
      making += 1
      expect(making).toBe(1)
      begun.push(request.url ?? '')
      setImmediate(() => {
        making -= 1
        response.end(`<${request.url}>`)
      })
    })
    const socket = open()
    socket.write(gets(7) + get(7, 'Connection: close\r\n'))
    expect((await text(socket)).match(/<.*?>/g)).toEqual(begun.map((url) => `<${url}>`))
    expect(begun).toEqual(['/0', '/1', '/2', '/3', '/4', '/5', '/6', '/7'])
  })

  test('close the connection when there are more than 8, and only the first is handled', async () => {
    const begun: ServerResponse[] = []
    const { open } = await startServer((_request, response) => void begun.push(response))
    const socket = open()
    socket.write(gets(1500))
    await once(socket, 'close')
    begun[0]?.end('late')
    await new Promise(setImmediate)
    expect(begun).toHaveLength(1)
  })

  test('are not handled after a response that closes the connection', async () => {
    const begun: string[] = []
    const { open } = await startServer((request, response) => {
      begun.push(request.url ?? '')
      setImmediate(() => response.setHeader('Connection', 'close').end())
    })
    const socket = open()
    socket.write(gets(3))
    await text(socket)
    expect(begun).toEqual(['/0'])
  })

  test('are unlimited when each waits for the previous response', async () => {
    const { open } = await startServer((_request, response) => void response.end('x'))
    const socket = open()
    for (let i = 0; i < 30; i++) {
      socket.write(get(i))
      await once(socket, 'data')
    }
    expect(socket.destroyed).toBe(false)
  })
})

describe('an idle connection', () => {
  test('is closed when it sends nothing', async () => {
    const { open } = await startServer(() => undefined, 100)
    await expect(once(open().resume(), 'close')).resolves.toBeDefined()
  })

  test('is closed when its request stops', async () => {
    const { open } = await startServer(() => undefined, 100)
    const socket = open().resume()
    socket.write('GET / HT')
    await expect(once(socket, 'close')).resolves.toBeDefined()
  })

  test('is closed when the client reads nothing, but not while the response is made', async () => {
    const answer = Buffer.alloc(64 * 1024 * 1024)
    const { open, connections } = await startServer((_request, response) => {
      setTimeout(() => response.end(answer), 3000)
    }, 1000)
    const reader = open().resume()
    reader.write(get('', 'Connection: close\r\n'))
    await once(reader, 'close')
    expect(reader.bytesRead).toBeGreaterThan(answer.length)

    const idle = open()
    idle.write(get(''))
    await expect.poll(connections).toBe(1)
    await expect.poll(connections, { timeout: 20_000 }).toBe(0)
    expect(idle.bytesRead).toBeLessThan(answer.length)
  })
})
