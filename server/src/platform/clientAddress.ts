import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Returns the client's address, or the proxy's if it forwards no valid one. */
export const clientAddress = ({ ip, socket }: FastifyRequest) =>
  isIP(ip) ? ip : (socket.remoteAddress ?? '')

/** Returns the key for limits by address: for IPv6 the /64, because one customer owns all of it. */
export function networkOf(address: string): string {
  const plain = address.split('%', 1)[0] ?? ''
  if (isIP(plain) !== 6) return address
  const groups = groupsOf(plain)
  const [sixth = 0, seventh = 0, eighth = 0] = groups.slice(5)
  // An IPv4 address mapped to IPv6, as dual-stack sockets report it.
  if (sixth === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return [seventh >> 8, seventh & 255, eighth >> 8, eighth & 255].join('.')
  return prefixOf(groups, 4)
}

/** Returns the IPv6 address's /48, which a provider gives to one customer; null for IPv4. */
export function siteOf(address: string): string | null {
  const network = networkOf(address)
  return network.endsWith('/64') ? prefixOf(groupsOf(network.slice(0, -3)), 3) : null
}

function prefixOf(groups: readonly number[], length: number): string {
  const first = groups.slice(0, length).map((group) => group.toString(16))
  return `${canonicalIpv6(`${first.join(':')}::`)}/${length * 16}`
}

/** Returns an IPv6 address in its canonical form (RFC 5952). */
const canonicalIpv6 = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1)

/** Returns the eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [before = '', after = ''] = canonicalIpv6(address).split('::')
  const numbers = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [head, tail] = [numbers(before), numbers(after)]
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}
