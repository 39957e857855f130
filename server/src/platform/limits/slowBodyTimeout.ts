import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Seconds without a byte after which a body is given up, and seconds that it may take in all: a photo from a road
 * has longer, as long as it comes, and a phone that changes its mast is silent for a while.
 */
const bodyTimeoutsSeconds = { usual: { silent: 10, all: 60 }, bytes: { silent: 30, all: 600 } }

/** Ends the connections whose bodies stop or drip, with the answer that Node's own time limit gets. */
export function closeSlowBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    // Most bodies come with the head, and every other request is complete.
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
  const own = routeOptions.config.hasRawBody ? bodyTimeoutsSeconds.bytes : bodyTimeoutsSeconds.usual
  let bytes = socket.bytesRead
  let silent = 0
  let all = 0
  const everySecond = setInterval(() => {
    if (raw.complete) return stop()
    // Bytes that we have not read yet hold up those behind them: that wait is ours.
    const comes = socket.bytesRead > bytes || raw.readableLength > 0
    bytes = socket.bytesRead
    silent = comes ? 0 : silent + 1
    all += 1
    // Nobody waits for what is left of a body that was answered.
    const limits = reply.raw.headersSent ? bodyTimeoutsSeconds.usual : own
    if (silent < limits.silent && all < limits.all) return
    stop()
    if (reply.raw.headersSent) socket.destroy()
    else fastify.server.emit('clientError', bodyTimeoutError(), socket)
  }, 1000)
  const stop = () => clearInterval(everySecond)
  everySecond.unref()
  raw.once('end', stop).once('close', stop)
}

const bodyTimeoutError = () =>
  Object.assign(new Error('a body takes too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
