import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { admin } from './support.ts'

/** A server with an empty database, for a test that others must not feel. */
export async function startServer() {
  const child = spawn(process.execPath, ['scripts/e2eServer.ts'], {
    cwd: new URL('..', import.meta.url),
    env: {
      ...process.env,
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  for await (const line of createInterface(child.stdout)) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (address) return { address, stop }
  }
  throw new Error('The server ended before it told its address.')
}
