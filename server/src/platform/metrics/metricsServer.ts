import type { Server } from 'node:http'
import { createServer } from '../nodeHttp.ts'
import type { Metrics } from './createMetrics.ts'

/** Serves GET /metrics alone, without authentication: bind it to the loopback interface. */
export function metricsServer({ read, contentType }: Metrics): Server {
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (request, response) => {
    request.resume()
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    if (request.method !== 'GET') return void response.writeHead(405, { Allow: 'GET' }).end()
    read().then(
      (text) => response.writeHead(200, { 'Content-Type': contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.maxConnections = 16
  return server
}
