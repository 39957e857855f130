import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

export const host = '127.0.0.1'

/** So many ports that nobody uses. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, host))
  const ports: number[] = []
  for (const server of servers) {
    if (!server.listening) await once(server, 'listening')
    // A server that listens on a port has an address of this kind.
    ports.push((server.address() as AddressInfo).port)
  }
  for (const server of servers) server.close()
  return ports
}
