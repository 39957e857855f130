import { once } from 'node:events'
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What becomes of a request: 'cut' before it arrives, 'silent' for ever, 'page' another's; after the server has written
 * it 'lost' cuts the line instead of the answer, 'mute' gives none for ever.
 */
export type Fate = 'pass' | 'cut' | 'silent' | 'page' | 'lost' | 'mute'
type Rule = (asked: { method: string; url: string }) => Fate | Promise<Fate>

/** A line to the server that a test breaks as it likes: a worker may pass by a browser's own 'offline'. */
export async function aLine(target: string) {
  let rule: Rule = () => 'pass'
  let published = false
  const serve = async (from: IncomingMessage, to: ServerResponse) => {
    const fate = await rule({ method: from.method ?? '', url: from.url ?? '' })
    if (fate === 'silent') return
    if (fate === 'cut') return void from.socket.destroy()
    if (fate === 'page') return void to.setHeader('Content-Type', 'text/html').end('<h1>Café El Portal</h1>')
    if (published && !from.url?.startsWith('/api/')) return newRelease(target, from, to)
    const { method, headers } = from
    const onward = ask(new URL(from.url ?? '', target), { method, headers, agent: false })
    from.pipe(onward)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    if (fate === 'lost' || fate === 'mute') {
      await once(answer.resume(), 'end')
      if (fate === 'lost') from.socket.destroy()
      return
    }
    to.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.on('error', () => to.destroy()).pipe(to)
  }
  const server = createServer((from, to) => void serve(from, to).catch(() => from.socket.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    /** From now on. */
    obey(next: Rule | Fate) {
      rule = typeof next === 'string' ? () => next : next
    },
    /** From now on there is another release: the same program, its files elsewhere, those of before gone. */
    publish() {
      published = true
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function newRelease(target: string, { url = '/' }: IncomingMessage, to: ServerResponse) {
  if (url.startsWith('/assets/')) return void to.writeHead(404).end()
  const answer = await fetch(new URL(url.replace('/nuevos/', '/assets/'), target))
  const type = answer.headers.get('content-type') ?? ''
  const policy = answer.headers.get('content-security-policy')
  to.writeHead(answer.status, { 'Content-Type': type, ...(policy && { 'Content-Security-Policy': policy }) })
  if (!/html|javascript|css/.test(type)) return void to.end(Buffer.from(await answer.arrayBuffer()))
  const text = (await answer.text()).replaceAll('assets/', 'nuevos/')
  to.end(text.replaceAll(/revision:`\w+/g, '$&n'))
}

/** The first answer of every call that writes is lost after the server has written it. */
export function losesFirst(): Rule {
  const seen = new Set<string>()
  return ({ method, url }) => {
    if (method === 'GET' || !url.includes('/piloto/')) return 'pass'
    const isNew = !seen.has(url)
    seen.add(url)
    return isNew ? 'lost' : 'pass'
  }
}
