import { once } from 'node:events'
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Fault of a request. 'cut' closes the connection before the request arrives. 'silent' never responds. 'page' answers
 * with another server's page. 'lost' forwards the request, then closes the connection. 'mute' forwards it and never
 * responds.
 */
export type Fault = 'pass' | 'cut' | 'silent' | 'page' | 'lost' | 'mute'
type FaultRule = (request: { method: string; url: string }) => Fault | Promise<Fault>

/** Starts a proxy with injected faults. A browser's own offline mode may not apply to its service worker. */
export async function startFaultProxy(target: string) {
  let rule: FaultRule = () => 'pass'
  let published = false
  const serve = async (from: IncomingMessage, to: ServerResponse) => {
    const fault = await rule({ method: from.method ?? '', url: from.url ?? '' })
    if (fault === 'silent') return
    if (fault === 'cut') return void from.socket.destroy()
    if (fault === 'page') return void to.setHeader('Content-Type', 'text/html').end('<h1>Café El Portal</h1>')
    if (published && !from.url?.startsWith('/api/')) return serveNewRelease(target, from, to)
    const { method, headers } = from
    const forwarded = ask(new URL(from.url ?? '', target), { method, headers, agent: false })
    from.pipe(forwarded)
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
    if (fault === 'lost' || fault === 'mute') {
      await once(answer.resume(), 'end')
      if (fault === 'lost') from.socket.destroy()
      return
    }
    to.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.on('error', () => to.destroy()).pipe(to)
  }
  const server = createServer((from, to) => void serve(from, to).catch(() => from.socket.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // address() returns an AddressInfo for a TCP server.
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    setRule(next: FaultRule | Fault) {
      rule = typeof next === 'string' ? () => next : next
    },
    /** Serves another release from now on: the same program under other file names, without the earlier files. */
    publishRelease() {
      published = true
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function serveNewRelease(target: string, { url = '/' }: IncomingMessage, to: ServerResponse) {
  if (url.startsWith('/assets/')) return void to.writeHead(404).end()
  const answer = await fetch(new URL(url.replace('/nuevos/', '/assets/'), target))
  const type = answer.headers.get('content-type') ?? ''
  const policy = answer.headers.get('content-security-policy')
  to.writeHead(answer.status, { 'Content-Type': type, ...(policy && { 'Content-Security-Policy': policy }) })
  if (!/html|javascript|css/.test(type)) return void to.end(Buffer.from(await answer.arrayBuffer()))
  const text = (await answer.text()).replaceAll('assets/', 'nuevos/')
  to.end(text.replaceAll(/revision:`\w+/g, '$&n'))
}

/** Loses the first response of every write, after the server has stored it. */
export function loseFirstResponses(): FaultRule {
  const urls = new Set<string>()
  return ({ method, url }) => {
    if (method === 'GET' || !url.includes('/piloto/')) return 'pass'
    const isNew = !urls.has(url)
    urls.add(url)
    return isNew ? 'lost' : 'pass'
  }
}
