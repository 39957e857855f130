import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Seconds without a byte after which a body is given up, and seconds that a JSON one may take in all. */
const patience = { silent: 10, json: 30 }

/** Ends the connections whose bodies stop or drip, with the answer that Node's own time limit gets. */
export function giveUpSlowBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    // Most bodies come with the head, and every other request is complete.
    if (raw.complete !== false) return
    const { socket } = raw
    const most = isJson(request) ? patience.json : Infinity
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
      if (silent < patience.silent && all < most) return
      stop()
      if (reply.raw.headersSent) socket.destroy()
      else fastify.server.emit('clientError', tooSlow(), socket)
    }, 1000)
    const stop = () => clearInterval(everySecond)
    everySecond.unref()
    raw.once('end', stop).once('close', stop)
  })
}

const isJson = ({ headers, routeOptions }: FastifyRequest) =>
  !routeOptions.config.takesBytes && /^application\/json\b/i.test(headers['content-type'] ?? '')

const tooSlow = () => Object.assign(new Error('a body takes too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
