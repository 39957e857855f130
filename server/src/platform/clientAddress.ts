import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** What a proxy passes on may be no address: its own is one. */
export const clientAddress = ({ ip, socket }: FastifyRequest) =>
  isIP(ip) ? ip : (socket.remoteAddress ?? '')

/** What failed logins of an address are counted by: for IPv6 its /64, since one customer has all of it. */
export function networkOf(address: string): string {
  const plain = address.split('%', 1)[0] ?? ''
  if (isIP(plain) !== 6) return address
  const groups = groupsOf(plain)
  const [sixth = 0, seventh = 0, eighth = 0] = groups.slice(5)
  // An IPv4 address, as a socket that takes both kinds tells it.
  if (sixth === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return [seventh >> 8, seventh & 255, eighth >> 8, eighth & 255].join('.')
  const first = groups.slice(0, 4).map((group) => group.toString(16))
  return `${canonicalIpv6(`${first.join(':')}::`)}/64`
}

/** Each IPv6 address as everybody writes it: without leading zeros, the longest row of zeros left out. */
const canonicalIpv6 = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1)

/** Its eight numbers. */
function groupsOf(address: string): number[] {
  const [before = '', after = ''] = canonicalIpv6(address).split('::')
  const numbers = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [head, tail] = [numbers(before), numbers(after)]
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}
