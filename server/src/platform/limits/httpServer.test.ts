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

/** A server that answers so, and connections to it. */
async function listening(handle: RequestListener, patience?: number) {
  const server = createHttpServer(handle, patience === undefined ? {} : { idleTimeoutMs: patience }).listen(
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

describe('requests that are sent before the answers', () => {
  test('are begun one after the other and answered in their order', async () => {
    const begun: string[] = []
    let making = 0
    const { open } = await listening((request, response) => {
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

  test('close the connection when they are more than a few, and none but the first is begun', async () => {
    const begun: ServerResponse[] = []
    const { open } = await listening((_request, response) => void begun.push(response))
    const socket = open()
    socket.write(gets(1500))
    await once(socket, 'close')
    begun[0]?.end('late')
    await new Promise(setImmediate)
    expect(begun).toHaveLength(1)
  })

  test('are not carried out after one that ends the connection', async () => {
    const begun: string[] = []
    const { open } = await listening((request, response) => {
      begun.push(request.url ?? '')
      setImmediate(() => response.setHeader('Connection', 'close').end())
    })
    const socket = open()
    socket.write(gets(3))
    await text(socket)
    expect(begun).toEqual(['/0'])
  })

  test('may be many where each waits for the answer before', async () => {
    const { open } = await listening((_request, response) => void response.end('x'))
    const socket = open()
    for (let i = 0; i < 30; i++) {
      socket.write(get(i))
      await once(socket, 'data')
    }
    expect(socket.destroyed).toBe(false)
  })
})

describe('a connection on which nothing moves is closed', () => {
  test('when it sends nothing', async () => {
    const { open } = await listening(() => undefined, 100)
    await expect(once(open().resume(), 'close')).resolves.toBeDefined()
  })

  test('when its request does not go on', async () => {
    const { open } = await listening(() => undefined, 100)
    const socket = open().resume()
    socket.write('GET / HT')
    await expect(once(socket, 'close')).resolves.toBeDefined()
  })

  test('when it takes nothing of an answer, however long that was in the making', async () => {
    const answer = Buffer.alloc(64 * 1024 * 1024)
    const { open, connections } = await listening((_request, response) => {
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
