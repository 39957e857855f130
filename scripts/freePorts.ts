import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Returns ports of 127.0.0.1 on which no process listens. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  // A server that listens on a port has an AddressInfo.
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  for (const server of servers) server.close()
  return ports
}
