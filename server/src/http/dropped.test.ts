import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { lines } from '../test/logLines.ts'
import { testApp } from '../test/testApp.ts'

test('connections beyond the limit stand in the log, once a minute', async () => {
  const log = lines()
  const server = await testApp({ log: pino({}, log.stream) })
  const { app } = server
  await app.listen({ port: 0, host: '127.0.0.1' })
  expect(app.server.maxConnections).toBe(2000)
  app.server.maxConnections = 1
  // A server that listens on a port has an address of this kind.
  const { port } = app.server.address() as AddressInfo
  const [first, ...others] = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'))
  for (const socket of others) socket.on('error', () => undefined)
  await Promise.all(others.map((socket) => once(socket, 'close')))
  const told = log.all().filter(({ msg }) => String(msg).includes('dropped'))
  expect(told).toMatchObject([{ level: 40, msg: '1 connections are open: what comes beyond is dropped' }])
  first?.destroy()
  await server.close()
})
