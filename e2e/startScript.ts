import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Starts a program of this project, and reads what it says line by line. */
export function startScript(script: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [script], {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, ...env, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return { lines: createInterface(child.stdout), stop }
}

/** Where it says that it listens, if this line does. */
export const addressIn = (line: string) => /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
