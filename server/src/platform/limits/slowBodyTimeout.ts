import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Seconds without a byte, and seconds in total, after which a request body times out. A photo gets longer: a phone on
 * the road is slow, and silent while it changes its radio cell.
 */
const bodyTimeoutsSeconds = { json: { silent: 10, total: 60 }, bytes: { silent: 30, total: 600 } }

/** Answers slow bodies with 408 and closes their connections. */
export function closeSlowBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    // Most requests arrive complete, in one packet with their head.
    if (request.raw.complete === false) watchBody(fastify, request, reply)
    done()
  })
}

function watchBody(
  fastify: FastifyInstance,
  { raw, routeOptions }: FastifyRequest,
  reply: FastifyReply,
): void {
  const { socket } = raw
  const routeLimits = routeOptions.config.hasRawBody ? bodyTimeoutsSeconds.bytes : bodyTimeoutsSeconds.json
  let bytesRead = socket.bytesRead
  let silent = 0
  let total = 0
  const everySecond = setInterval(() => {
    if (raw.complete) return stop()
    // Bytes that we have not consumed yet block those behind them: that delay is ours.
    const isProgressing = socket.bytesRead > bytesRead || raw.readableLength > 0
    bytesRead = socket.bytesRead
    silent = isProgressing ? 0 : silent + 1
    total += 1
    // After the response the rest of a body is of no use.
    const limits = reply.raw.headersSent ? bodyTimeoutsSeconds.json : routeLimits
    if (silent < limits.silent && total < limits.total) return
    stop()
    if (reply.raw.headersSent) socket.destroy()
    else fastify.server.emit('clientError', bodyTimeoutError(), socket)
  }, 1000)
  const stop = () => clearInterval(everySecond)
  everySecond.unref()
  raw.once('end', stop).once('close', stop)
}

const bodyTimeoutError = () =>
  Object.assign(new Error('The request body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
