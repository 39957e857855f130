import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CDPSession } from '@playwright/test'

// A page that loads the same bytes as another page and does nothing with them: the cost of the connection alone.

export interface LoadedResource {
  kind: string
  /** Bytes on the wire. */
  bytes: number
}

/** Returns a list that grows by each response the page receives. */
export function recordTraffic(devtools: CDPSession): readonly LoadedResource[] {
  const kinds = new Map<string, string>()
  const resources: LoadedResource[] = []
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) =>
    resources.push({ kind: kinds.get(requestId) ?? '', bytes }),
  )
  return resources
}

/** Approximate size of a response's headers in bytes. */
const headBytes = 200

const padToBytes = (text: string, bytes: number, open: string, close: string) =>
  text + open + 'x'.repeat(Math.max(0, bytes - headBytes - text.length - open.length - close.length)) + close

/** Returns HTML that requests all resources at once and shows a button when they have loaded. */
function pageOf(resources: readonly LoadedResource[], bytes: number) {
  const indexed = resources.map(({ kind }, at) => ({ kind, at }))
  const of = (wanted: string) => indexed.filter(({ kind }) => kind === wanted).map(({ at }) => `'/${at}'`)
  const others = indexed
    .filter(({ kind }) => !['Script', 'Stylesheet'].includes(kind))
    .map(({ at }) => `'/${at}'`)
  const styles = of('Stylesheet').map((href) => `<link rel="stylesheet" href=${href}>`)
  const page = `<!doctype html><meta charset="utf-8"><title>Nada</title>
<meta name="viewport" content="width=device-width">
<script>
const loaded = [${others.join(',')}].map((url) => fetch(url).then((answer) => answer.text()))
const made = [${of('Script').join(',')}].map((url) => import(url))
Promise.all([...loaded, ...made]).then(() => {
  document.body.innerHTML = '<article><button>Nada</button></article>'
})
</script>${styles.join('')}<body>`
  return padToBytes(page, bytes, '<!--', '-->')
}

/** Starts a server for the baseline page. */
export async function startBaselinePage(all: readonly LoadedResource[]) {
  const document = all.find(({ kind }) => kind === 'Document')
  const rest = all.filter((each) => each !== document)
  const server = createServer(({ url = '/' }, to) => {
    if (url === '/')
      return void to.setHeader('Content-Type', 'text/html').end(pageOf(rest, document?.bytes ?? 0))
    const { kind, bytes } = rest[Number(url.slice(1))] ?? { kind: '', bytes: 0 }
    const type = { Script: 'text/javascript', Stylesheet: 'text/css' }[kind] ?? 'text/plain'
    to.setHeader('Content-Type', type).end(padToBytes('', bytes, '/*', '*/'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // address() returns an AddressInfo for a TCP server.
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
