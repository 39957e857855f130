import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** What a proxy passes on may be no address: its own is one. */
export const addressOf = ({ ip, socket }: FastifyRequest) => (isIP(ip) ? ip : (socket.remoteAddress ?? ''))
