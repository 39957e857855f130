import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer, type ProxyOptions } from 'vite'
import { root } from './run.ts'

// Runs server and web in one terminal, both reloading. Vite proxies API calls to the server.

const port = process.env.PORT ?? '3000'

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: port },
})

const target = `http://127.0.0.1:${port}`
const calls: ProxyOptions = { target }
/** /usuarios is both a call and a page; only a browser's navigation gets the page. */
const callOrPage: ProxyOptions = {
  target,
  bypass: ({ method, headers }) =>
    method === 'GET' && headers.accept?.includes('text/html') ? '/index.html' : undefined,
}

const web = await createServer({
  root: join(root, 'web'),
  server: { proxy: { '^/usuarios/?(\\?|$)': callOrPage, '^/(api|usuarios|piloto)(/|\\?|$)': calls } },
})
await web.listen()
web.printUrls()

// Ctrl+C reaches the server too, but a signal to this process does not. The database needs time to stop.
const end = (signal: NodeJS.Signals) => {
  server.kill(signal)
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
server.on('exit', (status) => {
  void web.close().then(() => process.exit(status ?? 0))
})
