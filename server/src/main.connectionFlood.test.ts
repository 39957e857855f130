import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDataDirectory, type Program, startProgram } from './test/program.ts'
import { watchMemoryMb } from './test/watchMemory.ts'

let directory: Awaited<ReturnType<typeof createDataDirectory>>
let program: Program
let address: string
beforeAll(async () => {
  directory = await createDataDirectory(inject('migratedDataDir'))
  program = startProgram({ DATA_DIR: directory.dataDir, LOG_LEVEL: 'warn' })
  address = await program.listening
})
afterAll(async () => {
  program.child.kill('SIGTERM')
  await program.ended
  await directory.remove()
})

const ask = (path: string) => fetch(address + path, { signal: AbortSignal.timeout(60_000) })

/** Sends requests without reading responses. Resolves when all is sent or the connection closes. */
async function flood(requests: string): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1').pause()
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  await Promise.race([closed, new Promise((resolve) => socket.write(requests, resolve))])
  return socket
}

/** Returns the path of an asset of the built web app. */
const asset = async () => /\/assets\/[\w-]+\.js/.exec(await (await ask('/login')).text())?.[0] ?? 'no web'

test.each([
  ['the documentation', async () => '/api/docs'],
  ['an asset', asset],
])(
  'server: keeps serving and saves memory when clients request %s 45,000 times and read nothing',
  async (_name, find) => {
    const path = await find()
    expect((await ask(path)).status).toBe(200)
    const raised = await watchMemoryMb(program.pid)
    const requests = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(1500)
    const sockets = await Promise.all(Array.from({ length: 30 }, () => flood(requests)))
    for (let i = 0; i < 5; i++) expect((await ask('/api/salud')).status).toBe(200)
    expect(await raised()).toBeLessThan(100)
    for (const socket of sockets) socket.destroy()
  },
)

test('server: serves 1000 concurrent connections', async () => {
  const sockets = await Promise.all(Array.from({ length: 1000 }, () => flood('')))
  const answers = sockets.map(async (socket) => {
    const answer = once(socket.resume(), 'data')
    socket.write('GET /api/config HTTP/1.1\r\nHost: x\r\n\r\n')
    return String((await answer)[0]).split('\r\n', 1)[0]
  })
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']))
  for (const socket of sockets) socket.destroy()
})
