import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Starts a TCP proxy in front of the test's PostgreSQL, like that of a database on another machine. */
export async function startFreezingProxy(socketPath: string) {
  const pairs: [Socket, Socket][] = []
  const frozen: Socket[] = []
  const server = createServer((clientSocket) => {
    const serverSocket = connect(socketPath)
    for (const socket of [clientSocket, serverSocket]) socket.on('error', () => undefined)
    clientSocket.pipe(serverSocket).pipe(clientSocket)
    pairs.push([clientSocket, serverSocket])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server listening on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo
  return {
    port,
    /** Stops forwarding on open connections without closing them. Later connections work. */
    freeze() {
      for (const pair of pairs.splice(0)) {
        for (const socket of pair) socket.unpipe().pause()
        frozen.push(...pair)
      }
    },
    close() {
      server.close()
      for (const socket of [...pairs.flat(), ...frozen]) socket.destroy()
    },
  }
}
